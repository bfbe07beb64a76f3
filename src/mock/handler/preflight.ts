import { headerValue, type RequestHeaders, type ResponseRecord } from '../records.ts'
import { emptyAnswer } from './answers.ts'

/** A list of field names, and so safe to send back. */
const FIELD_NAMES = /^[A-Za-z0-9!#$%&'*+\-.^_`|~, ]+$/

/** Whether a browser asks if a page may send a request. Such a question comes without a token. */
export function isPreflight(method: string, headers: RequestHeaders): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  )
}

/**
 * Yes, with whatever fields the page wants to add: tracing libraries add their own. Authorization has to be named, as `*`
 * does not cover it (Fetch, CORS-preflight fetch).
 */
export function preflightAnswer(headers: RequestHeaders, methods: string): ResponseRecord {
  const asked = headerValue(headers, 'access-control-request-headers')
  const fields = asked !== undefined && FIELD_NAMES.test(asked) ? asked : 'Authorization'
  return emptyAnswer('preflight', [
    'Access-Control-Allow-Methods',
    methods,
    'Access-Control-Allow-Headers',
    fields,
    'Access-Control-Max-Age',
    '600',
  ])
}
