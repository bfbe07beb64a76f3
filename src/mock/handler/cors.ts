import { mismatch, type Shape } from '../../contract/shape.ts'
import { headerValue, type RequestHeaders, type ResponseRecord } from '../records.ts'
import { emptyAnswer } from './answers.ts'

/**
 * The origins whose pages can read responses. `*` allows all origins, without credentials, because scripts add the bearer token themselves.
 * A list allows these origins, with credentials. `off` allows only the mock's own pages.
 */
export type Cors = '*' | 'off' | readonly string[]

/** Checks the `cors` option. Throws an InputError if the option is invalid. */
export const readCors: Shape<Cors> = (value, pointer) => {
  if (value === '*' || value === 'off') return value
  if (Array.isArray(value) && value.every((origin) => typeof origin === 'string')) return value
  throw mismatch(pointer, "'*', 'off' or a list of origins", value)
}

// 1 equivalent mutant: The contract does not require cross-origin access.
const EXPOSED =
  'Allow, Date, Preference-Applied, Retry-After, WWW-Authenticate, X-Plant-Store-Hint, X-Plant-Store-Rule, X-Plant-Store-Violation'
// 2 equivalent mutants: The contract does not require cross-origin access.
const VARY = ['Vary', 'Origin']
// 2 equivalent mutants: The contract does not require cross-origin access.
const ANY_ORIGIN = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', EXPOSED, ...VARY]

/** Returns the CORS headers of a response. For an error without CORS headers, browsers report a CORS failure instead of the status. */
// 4 equivalent mutants: The contract does not require cross-origin access.
export function corsHeaders(cors: Cors, headers: RequestHeaders): readonly string[] {
  if (cors === '*') return ANY_ORIGIN
  if (cors === 'off') return []
  const { origin } = headers
  // Tell caches to store the responses for different origins separately.
  if (typeof origin !== 'string' || !cors.includes(origin)) return VARY
  const allowed = ['Access-Control-Allow-Origin', origin, 'Access-Control-Allow-Credentials', 'true']
  return [...allowed, 'Access-Control-Expose-Headers', EXPOSED, ...VARY]
}

/** Matches a list of header names that is safe to send back. */
const HEADER_NAMES = /^[A-Za-z0-9!#$%&'*+\-.^_`|~, ]+$/

/** Whether a request is a CORS preflight, which browsers send without a token. */
export function isPreflight(method: string, headers: RequestHeaders): boolean {
  const { origin, 'access-control-request-method': requested } = headers
  return method === 'OPTIONS' && origin !== undefined && requested !== undefined
}

/**
 * Answers a preflight. Allows all headers that the page asks for, because tracing libraries add headers. `*` would not include
 * Authorization (Fetch, CORS-preflight fetch).
 */
export function preflightAnswer(headers: RequestHeaders, methods: string): ResponseRecord {
  const requested = headerValue(headers, 'access-control-request-headers')
  const allowed = requested !== undefined && HEADER_NAMES.test(requested) ? requested : 'Authorization'
  const rules = ['Access-Control-Allow-Methods', methods, 'Access-Control-Allow-Headers', allowed]
  return emptyAnswer('preflight', [...rules, 'Access-Control-Max-Age', '600'])
}
