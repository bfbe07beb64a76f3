import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Contract } from '../../contract/contract.ts'
import type { DocumentedResponse } from '../../contract/operation.ts'
import type { Plant } from '../fixtures/fixtures.ts'
import type { RequestRecord } from '../records.ts'

/** The maximum number of violations to list, because every element of a list may have violations. */
const MAX_VIOLATIONS = 5
/** The maximum length of a violation's text in characters, because a field name can have any length. */
const MAX_LENGTH = 300
/** The maximum size in bytes of a body to check, because other clients would wait for the parser. */
const MAX_BODY = 2 ** 20
/** The maximum nesting depth of a body to check. */
const MAX_DEPTH = 100
/** The number of elements to validate before the mock serves other clients. */
const SLICE = 500

/** Checks a response against the contract, with pauses for other clients. Resolves to at most five violations and, if read, the plants. */
export async function findViolations(
  { plants, error, refusals, limit }: Contract,
  { method, headers: sent }: RequestRecord,
  query: string,
  { status, type }: { status: number; type: string | undefined },
  body: Uint8Array,
): Promise<{ violations: readonly string[]; plants?: readonly Plant[] }> {
  const documented = [plants, error, ...refusals].find((each) => each.status === status)
  const isConditional = sent['if-none-match'] !== undefined || sent['if-modified-since'] !== undefined
  if (!documented) return { violations: checkStatus(status, isConditional) }
  const violations = checkType(type, documented.mediaType)
  if (method === 'HEAD' || body.byteLength > MAX_BODY) return { violations }
  if (isTooDeep(body)) return { violations: [...violations, 'the body is nested too deeply to be checked'] }
  let value: unknown
  try {
    // Keep a byte order mark, so that the parser fails, because JSON does not allow this mark.
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
  } catch (error) {
    const problem = error instanceof SyntaxError ? 'not JSON' : 'not UTF-8'
    return { violations: [...violations, `the body is ${body.byteLength === 0 ? 'empty' : problem}`] }
  }
  if (status === plants.status) violations.push(...checkLimit(value, query, limit.name))
  violations.push(...(await validateInSlices(documented, value)))
  return {
    violations: violations.slice(0, MAX_VIOLATIONS).map((each) => each.slice(0, MAX_LENGTH)),
    ...(status === plants.status && Array.isArray(value) && { plants: value }),
  }
}

/** Checks a status that the contract does not document. Gateway errors, redirects, and refusals other than 404 and 405 are allowed. */
function checkStatus(status: number, isConditional: boolean): string[] {
  const isOpen =
    (status >= 300 && status < 500 && status !== 304 && status !== 404 && status !== 405) ||
    [502, 503, 504].includes(status) ||
    (status === 304 && isConditional)
  return isOpen ? [] : [`the contract does not document the status ${status}`]
}

function checkType(type: string | undefined, expected: string): string[] {
  if (type?.split(';')[0]?.trim().toLowerCase() === expected && !type.includes(',')) return []
  return [`Content-Type: expected ${expected}, got ${type === undefined ? 'none' : JSON.stringify(type)}`]
}

function checkLimit(value: unknown, query: string, name: string): string[] {
  const [limit = '', ...others] = new URLSearchParams(query).getAll(name)
  if (!Array.isArray(value) || others.length > 0 || !/^[1-9]\d{0,9}$/.test(limit)) return []
  return value.length > Number(limit)
    ? [`expected at most ${limit} plants for ${name}=${limit}, got ${value.length}`]
    : []
}

/** Validates a value. Validates a long list in slices until the fifth violation, so violations of the list as a whole are not found. */
async function validateInSlices({ validate }: DocumentedResponse, value: unknown): Promise<string[]> {
  const found: string[] = []
  if (!Array.isArray(value) || value.length <= SLICE) return validate(value).map(({ message }) => message)
  for (let from = 0; from < value.length && found.length < MAX_VIOLATIONS; from += SLICE) {
    for (const { pointer, message } of validate(value.slice(from, from + SLICE))) {
      const [, index] = /^\/(\d+)/.exec(pointer) ?? []
      if (index !== undefined) found.push(message.replace(`/${index}`, `/${Number(index) + from}`))
    }
    await nextTurn()
  }
  return found
}

/** Whether the body is nested so deeply that parsing and recording the body could take too long. */
function isTooDeep(body: Uint8Array): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === 0x22) isText = !isText
    else if (isText) at += Number(byte === 0x5c)
    else if (byte === 0x5b || byte === 0x7b) depth++
    else if (byte === 0x5d || byte === 0x7d) depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}
