import type { Contract } from '../../contract/contract.ts'
import { messageOf } from '../../contract/errors.ts'
import type { SchemaViolation } from '../../contract/violation.ts'
import type { AnsweredExchange } from '../exchange.ts'
import { fieldValues } from '../http/http1Head.ts'
import { decodeContent, evidentCoding } from './decodeContent.ts'
import { decodeText } from './decodeText.ts'
import { type MediaType, parseMediaType } from './mediaType.ts'
import { JsonSyntaxError, readJson } from './readJson.ts'

/** What an answer says, worked out once and used by every check. */
export type ResponseAnalysis = {
  /** Values of the Content-Type lines, as they came. */
  contentTypes: readonly string[]
  /** The media type, where exactly one is given and it can be parsed. */
  mediaType: MediaType | undefined
  /** Content codings that the answer declares, in lower case, without `identity`. */
  codings: readonly string[]
  body: BodyFacts
}

/** Analyses a response. Remembers what it found, so asking again costs nothing. */
export type Analyse = (exchange: AnsweredExchange) => ResponseAnalysis

/** What a body's bytes hold. Its value is not kept: a hundred thousand plants would not fit many times over. */
export type BodyFacts = {
  /** Bytes with content codings taken off. */
  length: number
  codingProblem?: string
  /** The body is longer than the kit reads. */
  cut: boolean
  /** Why the body, or all of it, is not there to judge, through no fault of its own. */
  unread?: string
  bom: boolean
  /** Why it is not UTF-8. */
  encodingProblem?: string
  /** Why it is not JSON text. */
  syntaxProblem?: string
  /** How many elements the array has, where the body is one. */
  count?: number
  plants: readonly BrokenAssertion[]
  error: readonly BrokenAssertion[]
  duplicates: readonly string[]
  loneSurrogates: readonly string[]
  /** Names of the plants, where the body is an array of them. */
  names: () => readonly string[]
}

/** A broken assertion of the contract: its first occurrences and how many there are. */
type BrokenAssertion = { clause: string; count: number; first: readonly SchemaViolation[] }

/** Bytes of one body that the kit reads. */
export const BODY_LIMIT = 12 * 2 ** 20
const SHOWN = 3
/** Characters from which on a list is judged element by element, and of which a cut body is judged. */
const LONG = 2 ** 20

/** Makes the function that judges answers, remembering what it found by the bytes of each body. */
export function createAnalyser(contract: Contract, bodyLimit = BODY_LIMIT): Analyse {
  const analyses = new WeakMap<AnsweredExchange, ResponseAnalysis>()
  const bodies = new WeakMap<Buffer, Map<string, BodyFacts>>()
  const bodyFacts = (body: Buffer, codings: readonly string[], cut: boolean): BodyFacts => {
    const known = bodies.get(body) ?? new Map<string, BodyFacts>()
    bodies.set(body, known)
    const key = `${cut} ${codings.join()}`
    const facts = known.get(key) ?? readBody(contract, body, codings, cut, bodyLimit)
    known.set(key, facts)
    return facts
  }
  return (exchange) => {
    const known = analyses.get(exchange)
    if (known) return known
    const { fields, body, cut } = exchange.response
    const contentTypes = fieldValues(fields, 'content-type')
    const codings = fieldValues(fields, 'content-encoding')
      .flatMap((value) => value.toLowerCase().split(/\s*,\s*/))
      .filter((coding) => coding !== '' && coding !== 'identity')
    const [type] = contentTypes
    const mediaType = contentTypes.length === 1 && type !== undefined ? parseMediaType(type) : undefined
    const analysis = { contentTypes, mediaType, codings, body: bodyFacts(body, codings, cut) }
    analyses.set(exchange, analysis)
    return analysis
  }
}

function readBody(
  contract: Contract,
  body: Buffer,
  codings: readonly string[],
  cut: boolean,
  limit: number,
): BodyFacts {
  const content = decodeContent(body, codings, limit)
  const nothing = { plants: [], error: [], duplicates: [], loneSurrogates: [], names: () => [] }
  const facts = { ...nothing, length: content.bytes.length, cut: cut || content.cut === true, bom: false }
  if (facts.cut)
    return { ...facts, unread: 'the body is longer than the kit reads', ...prefixProblem(content.bytes) }
  if (content.problem !== undefined) return { ...facts, codingProblem: content.problem }
  if (content.unknown !== undefined) return { ...facts, ...undecoded(content.unknown, content.bytes) }
  const undeclared = codings.length === 0 ? evidentCoding(content.bytes) : undefined
  if (undeclared)
    return { ...facts, codingProblem: `the body is ${undeclared}, but no Content-Encoding says so` }
  const { text, bom, broken } = decodeText(content.bytes)
  const decoded = { ...facts, bom, ...(broken && { encodingProblem: broken.reason }) }
  if (broken && text === '') return decoded
  try {
    const last = validated(contract, text, 'last')
    // With a name twice in an object, recipients differ on which one counts: a schema must hold either way.
    const first = last.json.duplicates.length > 0 ? validated(contract, text, 'first') : undefined
    return {
      ...decoded,
      duplicates: last.json.duplicates,
      loneSurrogates: last.json.loneSurrogates,
      plants: brokenAssertions([...last.plants, ...(first?.plants ?? [])]),
      error: brokenAssertions([...last.error, ...(first?.error ?? [])]),
      ...(last.count !== undefined && { count: last.count }),
      names: () => namesOf(decodeText(decodeContent(body, codings, limit).bytes).text),
    }
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    return { ...decoded, syntaxProblem: error.message }
  }
}

/** What can be told of a body in a coding that is not known: whether it is in any. */
function undecoded(coding: string, bytes: Buffer): Pick<BodyFacts, 'codingProblem' | 'unread'> {
  try {
    readJson(decodeText(bytes).text, { element: () => {} })
    return { codingProblem: `the body is declared as ${coding}, but is plain JSON` }
  } catch {
    return { unread: `the kit cannot take off the content coding ${coding}` }
  }
}

/** Reads a text and holds it against the schemas: a long array element by element, so that it is never there whole. */
function validated(contract: Contract, text: string, duplicates: 'first' | 'last') {
  const { plants, error } = contract
  if (text.length <= LONG) {
    const json = readJson(text, { duplicates })
    const count = Array.isArray(json.value) ? json.value.length : undefined
    return { json, plants: plants.validate(json.value), error: error.validate(json.value), count }
  }
  const violations: SchemaViolation[] = []
  let count = 0
  const element = (value: unknown, index: number): void => {
    count += 1
    for (const violation of plants.validate([value])) violations.push(movedTo(index, violation))
  }
  const json = readJson(text, { duplicates, element })
  violations.push(...plants.validate(json.value))
  return {
    json,
    plants: violations,
    error: error.validate(json.value),
    count: Array.isArray(json.value) ? count : undefined,
  }
}

/** The violation of a list's only element, at the element's own place. */
function movedTo(index: number, violation: SchemaViolation): SchemaViolation {
  const pointer = violation.pointer.replace(/^\/0/, `/${index}`)
  return { ...violation, pointer, message: violation.message.replace(violation.pointer, pointer) }
}

/** What is wrong with the part of a body that is there: rubbish at its beginning stays rubbish, however it goes on. */
function prefixProblem(bytes: Buffer): { syntaxProblem?: string } {
  const text = bytes.toString('utf8', 0, LONG)
  try {
    readJson(text, { element: () => {} })
  } catch (error) {
    const atTheEnd = !(error instanceof JsonSyntaxError) || error.offset > text.length - 64
    if (text !== '' && !atTheEnd) return { syntaxProblem: messageOf(error) }
  }
  return {}
}

function brokenAssertions(violations: readonly SchemaViolation[]): BrokenAssertion[] {
  const grouped = Map.groupBy(violations, (violation) => violation.clause)
  return [...grouped].map(([clause, all]) => ({ clause, count: all.length, first: all.slice(0, SHOWN) }))
}

function namesOf(text: string): string[] {
  const names: string[] = []
  readJson(text, {
    element: (plant) => {
      const name = typeof plant === 'object' && plant !== null && 'name' in plant ? plant.name : undefined
      if (typeof name === 'string') names.push(name)
    },
  })
  return names
}
