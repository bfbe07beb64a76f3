import { headerValue, type RequestHeaders, type ResponseRecord } from '../records.ts'
import { emptyAnswer } from './answers.ts'

/** A list of header names, which is safe to send back. */
const HEADER_NAMES = /^[A-Za-z0-9!#$%&'*+\-.^_`|~, ]+$/

/** Whether a request is a CORS preflight. Browsers send it without a token. */
export function isPreflight(method: string, headers: RequestHeaders): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  )
}

/**
 * Allows all headers that the page asks for, because tracing libraries add their own. `*` would not cover Authorization (Fetch,
 * CORS-preflight fetch).
 */
export function preflightAnswer(headers: RequestHeaders, methods: string): ResponseRecord {
  const requested = headerValue(headers, 'access-control-request-headers')
  const allowed = requested !== undefined && HEADER_NAMES.test(requested) ? requested : 'Authorization'
  return emptyAnswer('preflight', [
    'Access-Control-Allow-Methods',
    methods,
    'Access-Control-Allow-Headers',
    allowed,
    'Access-Control-Max-Age',
    '600',
  ])
}
