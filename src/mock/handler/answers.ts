import type { MakeError } from '../fixtures/fixtures.ts'
import type { ResponseRecord } from '../records.ts'
import { UTF8 } from './utf8.ts'

/** Headers of the mock's own responses. No cache may store a response, because plants belong to one user. */
// 3 equivalent mutants: The contract does not specify messages, or headers that it does not name.
const COMMON = ['Cache-Control', 'private, no-store', 'X-Content-Type-Options', 'nosniff']
const COMMON_JSON = [...COMMON, 'Content-Type', 'application/json', 'Content-Length']
/** The methods that the server allows, as `Allow` lists them. */
export const METHODS = 'GET, HEAD, OPTIONS'

export const NOTHING = new Uint8Array(0)

/** Creates a response with the contract's Error. The contract does not define the number in `error`, so use the HTTP status. */
export function errorAnswer(
  rule: string,
  status: number,
  message: string,
  headers: readonly string[] = [],
): ResponseRecord {
  return { ...jsonAnswer(rule, status, { error: status, message }, headers), message }
}

/** Converts an Error to the shape that the user's own contract requires. Returns other responses unchanged. */
export function reshapeError(response: ResponseRecord, makeError: MakeError | undefined): ResponseRecord {
  const { status, message } = response
  const error = message === undefined ? undefined : makeError?.(status, message)
  if (error === undefined) return response
  const body = UTF8.encode(JSON.stringify(error))
  const length = response.headers.indexOf('Content-Length') + 1
  return { ...response, body, headers: response.headers.with(length, String(body.byteLength)) }
}

/** Creates a response with a value as JSON. */
export function jsonAnswer(
  rule: string,
  status: number,
  value: unknown,
  headers: readonly string[] = [],
): ResponseRecord {
  const body = UTF8.encode(JSON.stringify(value))
  return { status, headers: [...COMMON_JSON, String(body.byteLength), ...headers], body, rule }
}

/** Creates a 405 with the Allow header that RFC 9110, section 15.5.6 requires. */
// 1 equivalent mutant: The contract does not specify messages, or headers that it does not name.
export function methodAnswer(message: string): ResponseRecord {
  return errorAnswer('method', 405, message, ['Allow', METHODS])
}

/** Creates a 204. It has no Content-Length, because RFC 9110, section 8.6 forbids this header in a 204. */
// 1 equivalent mutant: The contract does not specify other paths, other methods or other spellings of the path.
export function emptyAnswer(rule: string, headers: readonly string[]): ResponseRecord {
  return { status: 204, headers: [...COMMON, ...headers], body: NOTHING, rule }
}

/** Creates a response with any text, such as a proxy's page. If the text is empty, the response has no media type. */
export function textAnswer(
  rule: string,
  status: number,
  text: string,
  headers: readonly string[],
): ResponseRecord {
  const body = UTF8.encode(text)
  const type = text === '' ? [] : ['Content-Type', 'text/html; charset=utf-8']
  const length = ['Content-Length', String(body.byteLength)]
  return { status, headers: [...COMMON, ...type, ...length, ...headers], body, rule }
}

/** Adds headers to a response. The added headers replace headers with the same names. */
export function withHeaders(
  response: ResponseRecord,
  headers: Readonly<Record<string, string>>,
): ResponseRecord {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  const kept = response.headers.filter(
    (_, index) => !names.has(response.headers[index - (index % 2)]?.toLowerCase() ?? ''),
  )
  return { ...response, headers: [...kept, ...Object.entries(headers).flat()] }
}
