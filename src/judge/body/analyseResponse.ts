import type { Contract } from '../../contract/contract.ts'
import type { SchemaViolation, Validate } from '../../contract/violation.ts'
import { type AnsweredExchange, fieldValues, type Response } from '../exchange.ts'
import { decodeContent, decodeText, listCodings } from './decode.ts'
import { JsonSyntaxError, type JsonText, readJson, TooManyValues } from './readJson.ts'

/** Analyses a response's body. The analysis is cached, so a second call for the same response costs almost no time. */
export type Analyse = (exchange: AnsweredExchange) => BodyAnalysis

/** The analysis of a body, without the parsed JSON value, because a hundred copies of a long list would not fit into memory. */
export type BodyAnalysis = Omit<JsonText, 'value'> & {
  /** The length of the body in bytes, after its content codings are decoded as far as possible. */
  length: number
  /** Whether the kit read only a part of the body, because the body or the total of all bodies is too long. */
  cut: boolean
  /** Why the kit could not read the whole body. The reason is not the server's fault. */
  unread?: string
  codingProblem?: string
  bom: boolean
  /** Why the body is not valid UTF-8. */
  encodingProblem?: string
  /** Why the body is not valid JSON. */
  syntaxProblem?: string
  /** The number of elements, if the body is an array. */
  count?: number
  /** Lists the violated assertions of the schema that the contract has for a response with this status. */
  violations: (status: number) => readonly ViolatedAssertion[]
  /** Reads the names and tags of the plants, if the body is an array of plants. `tag` is null if it is present and not a string. */
  listed: () => readonly { name: string; tag: string | null | undefined }[]
}

/** An assertion of a schema, with its first three violations and their total number. */
export type ViolatedAssertion = {
  /** The JSON pointer of the assertion in the schema. */
  path: string
  count: number
  first: readonly SchemaViolation[]
}

/** The maximum number of bytes that the kit reads of one body. */
export const BODY_LIMIT = 12 * 2 ** 20

/** Creates a body analyser. Caches by buffer, because each check asks again, and equal bodies usually share a buffer. */
export function createAnalyser(contract: Contract): Analyse {
  const byBody = new WeakMap<Buffer, Map<string, BodyAnalysis>>()
  return ({ response }) => {
    const { fields, body, cut } = response
    const analyses = byBody.get(body) ?? new Map<string, BodyAnalysis>()
    byBody.set(body, analyses)
    const key = `${cut} ${fieldValues(fields, 'content-encoding').join()}`
    const analysis = analyses.get(key) ?? analyseBody(contract, response)
    analyses.set(key, analysis)
    return analysis
  }
}

function analyseBody(contract: Contract, { body, fields, cut }: Response): BodyAnalysis {
  const codings = listCodings(fields)
  const { bytes, unknown, problem, cut: isTooLong = false } = decodeContent(body, codings, BODY_LIMIT)
  const isCut = cut || isTooLong
  const facts = { length: bytes.length, cut: isCut, bom: false, violations: () => [], listed: () => [] }
  if (isCut) return { ...facts, unread: 'the body, or the total of all bodies, is too long for the kit' }
  if (unknown) return { ...facts, unread: `the kit cannot decode the content coding ${unknown}` }
  if (problem !== undefined) return { ...facts, codingProblem: problem }
  const { text, bom, invalid } = decodeText(bytes)
  const decoded = { ...facts, bom, ...(invalid && { encodingProblem: invalid }) }
  if (invalid && text === '') return decoded
  try {
    const { value, ...json } = readJson(text)
    // If an object has the same key twice, clients disagree about which value counts, so both values must match the schema.
    const values = json.duplicate === undefined ? [value] : [value, readJson(text, { keep: 'first' }).value]
    const count = Array.isArray(value) && { count: value.length }
    // `readJson` has already found that the text is JSON, so the quicker parser of V8 reads the same names and tags.
    const listed = () =>
      listPlants(JSON.parse(decodeText(decodeContent(body, codings, BODY_LIMIT).bytes).text))
    return { ...decoded, ...json, ...count, violations: validateBody(contract, values), listed }
  } catch (error) {
    if (error instanceof TooManyValues)
      return { ...decoded, unread: 'the body has too many values for the kit to read' }
    if (!(error instanceof JsonSyntaxError)) throw error
    return { ...decoded, syntaxProblem: error.message }
  }
}

function validateBody({ plants, error, refusals }: Contract, values: readonly unknown[]) {
  const byStatus = new Map<number, ViolatedAssertion[]>()
  for (const { status, validate } of [plants, error, ...refusals]) {
    const violations = values.flatMap((value) => validate(cutList(value, validate)))
    const groups = [...Map.groupBy(violations, ({ path }) => path)]
    const found = groups.map(([path, all]) => ({ path, count: all.length, first: all.slice(0, 3) }))
    byStatus.set(status, found)
  }
  return (status: number) => byStatus.get(status) ?? []
}

/** Cuts off a long list after 10,000 violations, because half a million violations would need half a gigabyte of memory. */
function cutList(list: unknown, validate: Validate, end = 0, found = 0): unknown {
  if (!Array.isArray(list) || list.length <= 10_000) return list
  if (end >= list.length || found >= 10_000) return list.slice(0, end)
  return cutList(list, validate, end + 10_000, found + validate(list.slice(end, end + 10_000)).length)
}

function listPlants(value: unknown): ReturnType<BodyAnalysis['listed']> {
  if (!Array.isArray(value)) return []
  return value.flatMap((plant) => {
    const { name, tag }: { name?: unknown; tag?: unknown } = Object(plant)
    if (typeof name !== 'string') return []
    return [{ name, tag: typeof tag === 'string' || tag === undefined ? tag : null }]
  })
}
