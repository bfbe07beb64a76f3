import type { Contract, DocumentedResponse } from '../../contract/contract.ts'
import type { SchemaViolation } from '../../contract/violation.ts'
import { messageOf } from '../../contract/words.ts'
import type { AnsweredExchange } from '../exchange.ts'
import { fieldValues, listMembers } from '../headerFields.ts'
import { decodeContent, decodeText, detectCoding, MAX_CODINGS } from './decode.ts'
import { type MediaType, parseMediaType } from './mediaType.ts'
import { JsonSyntaxError, readJson, TooManyValues } from './readJson.ts'

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
  /** The same for each documented refusal, by its status. */
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
/** Violations in a long list after which the rest of it is not validated. */
const MAX_VIOLATIONS = 10_000
/** Characters above which a list is validated element by element. */
const LONG = 2 ** 18

/** Creates the function that analyses responses. It analyses equal bodies once if they share a buffer. */
export function createAnalyser(contract: Contract, bodyLimit = BODY_LIMIT): Analyse {
  const analyses = new WeakMap<AnsweredExchange, ResponseAnalysis>()
  const bodies = new WeakMap<Buffer, Map<string, BodyAnalysis>>()
  const analyseBody = (received: ReceivedBody): BodyAnalysis => {
    const known = bodies.get(received.body) ?? new Map<string, BodyAnalysis>()
    bodies.set(received.body, known)
    const key = `${received.cut} ${received.codings.join()}`
    const analysis = known.get(key) ?? analyseBytes(contract, received, bodyLimit)
    known.set(key, analysis)
    return analysis
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
  const facts = {
    ...{ length: content.bytes.length, cut: cut || content.cut === true, bom: false },
    ...{ plants: [], error: [], refusals: new Map(), duplicates: [], loneSurrogates: [], listed: () => [] },
  }
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
    const listed = () => readPlants(decodeText(decodeContent(body, codings, limit).bytes).text)
    return { ...decoded, ...validateText(contract, text), listed }
  } catch (error) {
    if (error instanceof TooManyValues)
      return { ...decoded, unread: 'the body has more values than the kit reads' }
    if (!(error instanceof JsonSyntaxError)) throw error
    return { ...decoded, syntaxProblem: error.message }
  }
}

/** Validates a text by every schema. If an object has a member twice, clients differ on which one counts, so both must match. */
function validateText(contract: Contract, text: string) {
  const { violations, count, json } = validateMembers(contract, text, 'last')
  if (json.duplicates.length > 0) violations.push(...validateMembers(contract, text, 'first').violations)
  const byStatus = Map.groupBy(violations, ({ status }) => status)
  const refusals = new Map([...byStatus].map(([status, all]) => [status, groupByAssertion(all)]))
  return {
    plants: refusals.get(contract.plants.status) ?? [],
    error: refusals.get(contract.error.status) ?? [],
    refusals,
    duplicates: json.duplicates,
    loneSurrogates: json.loneSurrogates,
    ...(count !== undefined && { count }),
  }
}

/** A long list is validated element by element, so it is never in memory as a whole. */
function validateMembers(contract: Contract, text: string, duplicates: 'first' | 'last') {
  const { plants, error, refusals } = contract
  const violations: (SchemaViolation & { status: number })[] = []
  const validate = ({ status, validate }: DocumentedResponse, value: unknown, index = 0): void => {
    for (const violation of validate(value)) violations.push({ ...moveTo(index, violation), status })
  }
  let elements: number | undefined
  const element = (value: unknown, index: number): void => {
    elements = index + 1
    if (violations.length < MAX_VIOLATIONS) validate(plants, [value], index)
  }
  const isLong = text.length > LONG && isElementWise(plants)
  const json = readJson(text, isLong ? { duplicates, element } : { duplicates })
  for (const response of [plants, error, ...refusals]) validate(response, json.value)
  return { violations, json, count: Array.isArray(json.value) ? (elements ?? json.value.length) : undefined }
}

/** Whether the schema says nothing about the list as a whole, but that it is one. */
function isElementWise({ schema }: DocumentedResponse): boolean {
  const keywords = Object.keys(schema.value as object)
  return keywords.every((keyword) => ['type', 'items', 'title', 'description'].includes(keyword))
}

/** Moves a violation of the only element of a list to the element's real index. */
function moveTo(index: number, violation: SchemaViolation): SchemaViolation {
  if (index === 0) return violation
  const pointer = violation.pointer.replace(/^\/0/, `/${index}`)
  return { ...violation, pointer, message: violation.message.replace(violation.pointer, pointer) }
}

function groupByAssertion(violations: readonly SchemaViolation[]): ViolatedAssertion[] {
  const grouped = Map.groupBy(violations, ({ path }) => path)
  return [...grouped].map(([path, all]) => ({ path, count: all.length, first: all.slice(0, SHOWN) }))
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
