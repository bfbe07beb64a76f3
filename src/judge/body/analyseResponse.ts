import type { Contract } from '../../contract/contract.ts'
import type { SchemaViolation } from '../../contract/violation.ts'
import { messageOf } from '../../contract/words.ts'
import type { AnsweredExchange } from '../exchange.ts'
import { fieldValues, listMembers } from '../headerFields.ts'
import { decodeContent, detectCoding, MAX_CODINGS } from './decodeContent.ts'
import { decodeText } from './decodeText.ts'
import { type MediaType, parseMediaType } from './mediaType.ts'
import { JsonSyntaxError, readJson, TooManyValues } from './readJson.ts'
import { validateText } from './validateText.ts'

/** The content of a response, analysed once for all checks. */
export type ResponseAnalysis = {
  /** Values of all Content-Type headers, as received. */
  contentTypes: readonly string[]
  /** The media type, if there is exactly one Content-Type and it is valid. */
  mediaType: MediaType | undefined
  /** Declared content codings, in lower case, without `identity`. */
  codings: readonly string[]
  body: BodyAnalysis
}

/** Analyses a response. Remembers what it found, so asking again costs nothing. */
export type Analyse = (exchange: AnsweredExchange) => ResponseAnalysis

/** The content of a body, without its value: a hundred copies of a long list would not fit into memory. */
export type BodyAnalysis = {
  /** Bytes after decoding the content codings. */
  length: number
  codingProblem?: string
  /** Whether the body is longer than the kit reads. */
  cut: boolean
  /** Why the kit could not read the body, or not all of it. This is not the server's fault. */
  unread?: string
  bom: boolean
  /** Why it is not valid UTF-8. */
  encodingProblem?: string
  /** Why it is not valid JSON. */
  syntaxProblem?: string
  /** The number of elements, if the body is an array. */
  count?: number
  /** Violated assertions of the contract's schemas for 200 and 400. */
  plants: readonly ViolatedAssertion[]
  error: readonly ViolatedAssertion[]
  /** The same for each other documented refusal, by its status. */
  refusals: ReadonlyMap<number, readonly ViolatedAssertion[]>
  duplicates: readonly string[]
  loneSurrogates: readonly string[]
  /** Reads the names and tags of the plants, if the body is an array of plants. */
  listed: () => readonly ListedPlant[]
}

/** `tag` is undefined without one, and null if it is not a text. */
type ListedPlant = { name: string; tag: string | null | undefined }

/** An assertion of a schema, its first violations and their number. */
export type ViolatedAssertion = {
  /** As in a violation of the schema. */
  path: string
  count: number
  first: readonly SchemaViolation[]
}

/** A body as received, still encoded. `cut`: it is longer than the client reads. */
type ReceivedBody = { body: Buffer; codings: readonly string[]; cut: boolean }

/** Bytes of one body that the kit reads. */
export const BODY_LIMIT = 12 * 2 ** 20
const SHOWN = 3
/** Characters up to which a cut body is checked. */
const PREFIX = 2 ** 20

/** Creates the function that analyses responses. It analyses equal bodies once if they share a buffer. */
export function createAnalyser(contract: Contract, bodyLimit = BODY_LIMIT): Analyse {
  const analyses = new WeakMap<AnsweredExchange, ResponseAnalysis>()
  const bodies = new WeakMap<Buffer, Map<string, BodyAnalysis>>()
  const analyseBody = (received: ReceivedBody): BodyAnalysis => {
    const { body, codings, cut } = received
    const byCodings = bodies.get(body) ?? new Map<string, BodyAnalysis>()
    bodies.set(body, byCodings)
    const key = `${cut} ${codings.join()}`
    const facts = byCodings.get(key) ?? analyseBytes(contract, received, bodyLimit)
    byCodings.set(key, facts)
    return facts
  }
  return (exchange) => {
    const earlier = analyses.get(exchange)
    if (earlier) return earlier
    const { fields, body, cut } = exchange.response
    const contentTypes = fieldValues(fields, 'content-type')
    const codings = listMembers(fields, 'content-encoding')
      .filter((coding) => coding !== '' && coding !== 'identity')
      .slice(0, MAX_CODINGS + 1)
    const [type] = contentTypes
    const mediaType = contentTypes.length === 1 && type !== undefined ? parseMediaType(type) : undefined
    const analysis = { contentTypes, mediaType, codings, body: analyseBody({ body, codings, cut }) }
    analyses.set(exchange, analysis)
    return analysis
  }
}

function analyseBytes(contract: Contract, { body, codings, cut }: ReceivedBody, limit: number): BodyAnalysis {
  const content = decodeContent(body, codings, limit)
  const nothing = {
    plants: [],
    error: [],
    refusals: new Map(),
    duplicates: [],
    loneSurrogates: [],
    listed: () => [],
  }
  const facts = { ...nothing, length: content.bytes.length, cut: cut || content.cut === true, bom: false }
  if (facts.cut)
    return { ...facts, unread: 'the body is longer than the kit reads', ...checkPrefix(content.bytes) }
  if (content.problem !== undefined) return { ...facts, codingProblem: content.problem }
  if (content.unknown !== undefined)
    return { ...facts, ...explainUnknownCoding(content.unknown, content.bytes) }
  const undeclared = codings.length === 0 ? detectCoding(content.bytes) : undefined
  if (undeclared)
    return { ...facts, codingProblem: `the body is ${undeclared}, but there is no Content-Encoding` }
  const { text, bom, invalid } = decodeText(content.bytes)
  const decoded = { ...facts, bom, ...(invalid && { encodingProblem: invalid.reason }) }
  if (invalid && text === '') return decoded
  try {
    const last = validateText(contract, text, 'last')
    // If an object has a member twice, clients differ on which one counts, so the schema must hold either way.
    const first = last.json.duplicates.length > 0 ? validateText(contract, text, 'first') : undefined
    return {
      ...decoded,
      duplicates: last.json.duplicates,
      loneSurrogates: last.json.loneSurrogates,
      plants: groupByAssertion([...last.plants, ...(first?.plants ?? [])]),
      error: groupByAssertion([...last.error, ...(first?.error ?? [])]),
      refusals: new Map(
        contract.refusals.map(({ status }) => [
          status,
          groupByAssertion([...(last.refusals.get(status) ?? []), ...(first?.refusals.get(status) ?? [])]),
        ]),
      ),
      ...(last.count !== undefined && { count: last.count }),
      listed: () => readPlants(decodeText(decodeContent(body, codings, limit).bytes).text),
    }
  } catch (error) {
    if (error instanceof TooManyValues)
      return { ...decoded, unread: 'the body has more values than the kit reads' }
    if (!(error instanceof JsonSyntaxError)) throw error
    return { ...decoded, syntaxProblem: error.message }
  }
}

/** Checks whether a body in an unknown coding is encoded at all. */
function explainUnknownCoding(coding: string, bytes: Buffer): Pick<BodyAnalysis, 'codingProblem' | 'unread'> {
  try {
    readJson(decodeText(bytes).text, { element: () => {} })
    return { codingProblem: `the body is declared as ${coding}, but is plain JSON` }
  } catch {
    return { unread: `the kit cannot decode the content coding ${coding}` }
  }
}

/** Finds a syntax error in the part of a body that was read. */
function checkPrefix(bytes: Buffer): { syntaxProblem?: string } {
  const text = bytes.toString('utf8', 0, PREFIX)
  try {
    readJson(text, { element: () => {} })
  } catch (error) {
    const atTheEnd = !(error instanceof JsonSyntaxError) || error.offset > text.length - 64
    if (text !== '' && !atTheEnd) return { syntaxProblem: messageOf(error) }
  }
  return {}
}

function groupByAssertion(violations: readonly SchemaViolation[]): ViolatedAssertion[] {
  const grouped = Map.groupBy(violations, ({ path }) => path)
  return [...grouped].map(([path, all]) => ({ path, count: all.length, first: all.slice(0, SHOWN) }))
}

function readPlants(text: string): ListedPlant[] {
  const plants: ListedPlant[] = []
  readJson(text, {
    element: (plant) => {
      const { name, tag }: { name?: unknown; tag?: unknown } = Object(plant)
      if (typeof name === 'string')
        plants.push({ name, tag: typeof tag === 'string' || tag === undefined ? tag : null })
    },
  })
  return plants
}
