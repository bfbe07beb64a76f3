import type { Contract } from '../../contract/contract.ts'
import { decodeBody } from './decodeBody.ts'
import { listValues } from './headers.ts'
import type { ReceivedResponse } from './sendRequest.ts'

/** What a response is checked against, besides the contract. */
export type CheckedRequest = { method: string; query: string; isConditional: boolean }

/** What is wrong with a response, and what its body is as far as the mock can read it. */
export type CheckedResponse = {
  violations: readonly string[]
  /** The body without its content codings. */
  plain?: Uint8Array | undefined
  value?: unknown
}

/** A list can have a violation in each of its elements. */
const MOST = 5
/** In characters. The name of a member can have any length. */
const LONGEST = 300

/** Checks one response against the contract. `plant-store verify` checks far more, because it can send requests of its own. */
export function findViolations(
  contract: Contract,
  request: CheckedRequest,
  response: ReceivedResponse,
): CheckedResponse {
  const { status } = response
  const { plants, error, refusals } = contract
  const documented = [plants, error, ...refusals].find((each) => each.status === status)
  const decoded = decodeBody(response.body, listValues(response.rawHeaders, 'content-encoding').join())
  const plain = decoded instanceof Uint8Array ? decoded : undefined
  if (!documented) return { violations: checkStatus(status, request), plain }
  const type = checkType(listValues(response.rawHeaders, 'content-type'), documented.mediaType)
  // The kit cannot decode every coding.
  if (request.method === 'HEAD' || decoded === undefined) return { violations: type }
  const body = 'problem' in decoded ? decoded : readJson(decoded)
  if ('problem' in body) return { violations: [...type, body.problem], plain }
  const violations = [
    ...type,
    ...documented.validate(body.value).map(({ message }) => message),
    ...(status === plants.status ? checkLimit(body.value, request.query, contract.limit.name) : []),
  ]
  return { violations: shorten(violations), plain, value: body.value }
}

/** The contract leaves open which other refusals and redirects there are, and a gateway has errors of its own. */
function checkStatus(status: number, { isConditional }: CheckedRequest): string[] {
  const isOpen =
    (status >= 300 && status < 500 && status !== 304 && status !== 404 && status !== 405) ||
    [502, 503, 504].includes(status) ||
    (status === 304 && isConditional)
  return isOpen ? [] : [`the contract does not document the status ${status}`]
}

function checkType(values: readonly string[], expected: string): string[] {
  const [value = ''] = values
  if (values.length === 1 && value.split(';')[0]?.trim().toLowerCase() === expected) return []
  const actual = values.length === 0 ? 'none' : values.map((each) => JSON.stringify(each)).join(' and ')
  return [`Content-Type: expected ${expected}, got ${actual}`]
}

function readJson(bytes: Uint8Array): { value: unknown } | { problem: string } {
  let text: string
  try {
    // A byte order mark stays, because it is not JSON.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return { problem: 'the body is not UTF-8' }
  }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { problem: text === '' ? 'the body is empty' : 'the body is not JSON' }
  }
}

function checkLimit(value: unknown, query: string, name: string): string[] {
  const [limit = '', ...others] = new URLSearchParams(query).getAll(name)
  if (!Array.isArray(value) || others.length > 0 || !/^[1-9]\d{0,9}$/.test(limit)) return []
  return value.length > Number(limit)
    ? [`expected at most ${limit} plants, because of ${name}=${limit}, got ${value.length}`]
    : []
}

function shorten(violations: readonly string[]): readonly string[] {
  const first = violations.slice(0, MOST).map((each) => each.slice(0, LONGEST))
  return violations.length <= MOST ? first : [...first, `and ${violations.length - MOST} more violations`]
}
