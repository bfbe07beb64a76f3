import type { ResponseRecord } from '../records.ts'

/** On every answer. What a user may see is nobody else's, so no cache may keep it. */
const COMMON = ['Cache-Control', 'private, no-store', 'X-Content-Type-Options', 'nosniff']
const COMMON_JSON = [...COMMON, 'Content-Type', 'application/json', 'Content-Length']
/** What the server answers, as Allow lists it. */
export const METHODS = 'GET, HEAD, OPTIONS'

const UTF8 = new TextEncoder()
const NOTHING = new Uint8Array(0)

/** 200 with JSON text that is already in bytes. */
export function plantsAnswer(body: Uint8Array, hint: string | undefined): ResponseRecord {
  return {
    status: 200,
    headers: [...COMMON_JSON, String(body.byteLength)],
    body,
    rule: 'fixtures',
    hint,
  }
}

/** An Error of the contract. Its `error` is the HTTP status: the contract leaves the number open. */
export function errorAnswer(
  rule: string,
  status: number,
  message: string,
  headers: readonly string[] = [],
): ResponseRecord {
  return jsonAnswer(rule, status, { error: status, message }, headers)
}

/** Any JSON. */
export function jsonAnswer(
  rule: string,
  status: number,
  value: unknown,
  headers: readonly string[] = [],
): ResponseRecord {
  const body = UTF8.encode(JSON.stringify(value))
  return { status, headers: [...COMMON_JSON, String(body.byteLength), ...headers], body, rule }
}

/** 405, with the Allow that RFC 9110, 15.5.6 asks for. */
export function methodAnswer(message: string): ResponseRecord {
  return errorAnswer('method', 405, message, ['Allow', METHODS])
}

/** 204, without a Content-Length: RFC 9110, 8.6 forbids one. */
export function emptyAnswer(rule: string, headers: readonly string[]): ResponseRecord {
  return { status: 204, headers: [...COMMON, ...headers], body: NOTHING, rule }
}
