import type { IncomingMessage } from 'node:http'
import { errorAnswer } from '../handler/answers.ts'
import type { ResponseRecord } from '../records.ts'

/** Header lines of one request. Browsers send about 20. */
export const MOST_HEADERS = 200

/** An authority as in RFC 3986 section 3.2, without a user name. It may be empty. */
const HOST = /^(?:\[[\w.~:%-]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/

const noHost = errorAnswer('not-http', 400, 'the request has no Host header')
const manyHosts = errorAnswer('not-http', 400, 'the request has more than one Host header')
const badHost = errorAnswer('not-http', 400, 'the Host header is not a host with an optional port')
const badVersion = errorAnswer('not-http', 505, 'this server supports HTTP/1.1 and HTTP/1.0')
const badCoding = errorAnswer(
  'not-http',
  501,
  'the only transfer coding that this server supports is chunked',
)
const manyHeaders = errorAnswer('not-http', 431, `the request has more than ${MOST_HEADERS} headers`)

/** The error for a request that Node's parser accepts, but HTTP/1.1 does not (RFC 9112, sections 2.3, 3.2 and 6.1). */
export function checkRequest({
  httpVersion,
  headers,
  rawHeaders,
}: IncomingMessage): ResponseRecord | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return badVersion
  if (rawHeaders.length > 2 * MOST_HEADERS) return manyHeaders
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return badCoding
  const { host } = headers
  if (host === undefined) return httpVersion === '1.1' ? noHost : undefined
  if (!HOST.test(host)) return badHost
  return countHosts(rawHeaders) > 1 ? manyHosts : undefined
}

/** Node keeps the first of several. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}
