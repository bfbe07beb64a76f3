import type { Contract } from '../contract/contract.ts'
import type { SchemaViolation } from '../contract/validate.ts'
import { decodeContent, evidentCoding } from './decodeContent.ts'
import { decodeText } from './decodeText.ts'
import type { Answered } from './exchange.ts'
import { valuesOf } from './http1Head.ts'
import { type MediaType, parseMediaType } from './mediaType.ts'
import { JsonSyntaxError, readJson } from './readJson.ts'

/** What an answer says, worked out once and used by every check. */
export type Judgement = {
  /** Values of the Content-Type lines, as they came. */
  contentTypes: readonly string[]
  /** The media type, where exactly one is given and it can be parsed. */
  mediaType: MediaType | undefined
  /** Content codings that the answer declares, in lower case, without `identity`. */
  codings: readonly string[]
  body: BodyFacts
}

/** What a body's bytes hold. Its value is not kept: a hundred thousand plants would not fit many times over. */
export type BodyFacts = {
  /** Bytes with content codings taken off. */
  length: number
  codingProblem?: string
  /** Not all of the body is there to judge. */
  cut: boolean
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
export type BrokenAssertion = { clause: string; count: number; first: readonly SchemaViolation[] }

const SHOWN = 3

/** Makes the function that judges answers, remembering what it found by the bytes of each body. */
export function judge(contract: Contract, bodyLimit: number): (exchange: Answered) => Judgement {
  const judgements = new WeakMap<Answered, Judgement>()
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
    const known = judgements.get(exchange)
    if (known) return known
    const { fields, body, cut } = exchange.response
    const contentTypes = valuesOf(fields, 'content-type')
    const codings = valuesOf(fields, 'content-encoding')
      .flatMap((value) => value.toLowerCase().split(/\s*,\s*/))
      .filter((coding) => coding !== '' && coding !== 'identity')
    const [type] = contentTypes
    const mediaType = contentTypes.length === 1 && type !== undefined ? parseMediaType(type) : undefined
    const judgement = { contentTypes, mediaType, codings, body: bodyFacts(body, codings, cut) }
    judgements.set(exchange, judgement)
    return judgement
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
  if (facts.cut) return { ...facts, ...prefixProblem(content.bytes) }
  if (content.problem !== undefined) return { ...facts, codingProblem: content.problem }
  const undeclared = codings.length === 0 ? evidentCoding(content.bytes) : undefined
  if (undeclared)
    return { ...facts, codingProblem: `the body is ${undeclared}, but no Content-Encoding says so` }
  const { text, bom, broken } = decodeText(content.bytes)
  const decoded = { ...facts, bom, ...(broken && { encodingProblem: broken.reason }) }
  if (broken && text === '') return decoded
  try {
    const last = readJson(text)
    // With a name twice in an object, recipients differ on which one counts: a schema must hold either way.
    const values = last.duplicates.length > 0 ? [last.value, readJson(text, 'first').value] : [last.value]
    return {
      ...decoded,
      duplicates: last.duplicates,
      loneSurrogates: last.loneSurrogates,
      plants: brokenAssertions(values.flatMap(contract.plants.validate)),
      error: brokenAssertions(values.flatMap(contract.error.validate)),
      ...(Array.isArray(last.value) && { count: last.value.length }),
      names: () => namesOf(readJson(text).value),
    }
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    return { ...decoded, syntaxProblem: error.message }
  }
}

/** What is wrong with the part of a body that is there: rubbish at its beginning stays rubbish, however it goes on. */
function prefixProblem(bytes: Buffer): { syntaxProblem?: string } {
  const text = bytes.toString('utf8')
  try {
    readJson(text)
  } catch (error) {
    const atTheEnd = !(error instanceof JsonSyntaxError) || error.offset > text.length - 64
    if (text !== '' && !atTheEnd) return { syntaxProblem: (error as Error).message }
  }
  return {}
}

function brokenAssertions(violations: readonly SchemaViolation[]): BrokenAssertion[] {
  const grouped = Map.groupBy(violations, (violation) => violation.clause)
  return [...grouped].map(([clause, all]) => ({ clause, count: all.length, first: all.slice(0, SHOWN) }))
}

function namesOf(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((plant: unknown) => {
    const name = typeof plant === 'object' && plant !== null && 'name' in plant ? plant.name : undefined
    return typeof name === 'string' ? [name] : []
  })
}
