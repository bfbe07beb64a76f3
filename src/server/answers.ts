import type { ResponseRecord } from './records.ts'

/**
 * On every answer. A page of any origin may read them: what protects the plants is the bearer token, which a script
 * adds itself, so no cookies and no credentials mode are needed and `*` is enough. Errors carry them too, or a browser would
 * show a CORS failure in place of the status.
 */
const COMMON = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'Allow, Date, WWW-Authenticate',
  'Cache-Control',
  'private, no-store',
  'Vary',
  'Origin',
  'X-Content-Type-Options',
  'nosniff',
]
const COMMON_JSON = [...COMMON, 'Content-Type', 'application/json', 'Content-Length']
/** What the server answers, as Allow lists it. */
export const METHODS = 'GET, HEAD, OPTIONS'

const UTF8 = new TextEncoder()
const NOTHING = new Uint8Array(0)

/** 200 with JSON text that is already in bytes. */
export function plantsAnswer(body: Uint8Array): ResponseRecord {
  return { status: 200, headers: [...COMMON_JSON, String(body.byteLength)], body }
}

/** An Error of the contract. Its `error` is the HTTP status: the contract leaves the number open. */
export function errorAnswer(
  status: number,
  message: string,
  headers: readonly string[] = [],
): ResponseRecord {
  const body = UTF8.encode(JSON.stringify({ error: status, message }))
  return { status, headers: [...COMMON_JSON, String(body.byteLength), ...headers], body }
}

/** 405, with the Allow that RFC 9110, 15.5.6 asks for. */
export function methodAnswer(message: string): ResponseRecord {
  return errorAnswer(405, message, ['Allow', METHODS])
}

/** 204, without a Content-Length: RFC 9110, 8.6 forbids one. */
export function emptyAnswer(headers: readonly string[]): ResponseRecord {
  return { status: 204, headers: [...COMMON, ...headers], body: NOTHING }
}

/** The same answer for HEAD. */
export function withoutBody(answer: ResponseRecord): ResponseRecord {
  return { ...answer, body: NOTHING }
}
