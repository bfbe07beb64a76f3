import { gzipSync } from 'node:zlib'
import type { Difference, Variation } from '../../implementation.ts'
import { errorResponse, type IncomingRequest, type OutgoingResponse } from '../../response.ts'
import { valid } from '../../servers.ts'
import { acceptingGzip } from '../../when.ts'

const isPlants = (response: OutgoingResponse, request: IncomingRequest): boolean =>
  response.status === 200 && request.method === 'GET'
/** Changes every 200 to a GET. */
const changeList = (
  change: (response: OutgoingResponse, request: IncomingRequest) => OutgoingResponse,
): Difference => ({
  respond: (request, response) => (isPlants(response, request) ? change(response, request) : response),
})
/** Range requests. */
export const rangeVariations: readonly Variation[] = [
  ...valid('V65', {
    'range-honoured': [
      'returns 206 to byte ranges',
      changeList((response, request) => {
        const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
        const headers = { ...response.headers, 'Accept-Ranges': 'bytes' }
        if (from === undefined || to === undefined) return { ...response, headers }
        const size = Buffer.byteLength(response.body)
        const last = Math.min(Number(to), size - 1)
        return {
          status: 206,
          headers: { ...headers, 'Content-Range': `bytes ${from}-${last}/${size}` },
          body: Buffer.from(response.body).subarray(Number(from), last + 1),
        }
      }),
    ],
    'range-of-gzip': [
      'returns byte ranges of the compressed list',
      changeList((response, request) => {
        const headers = { ...response.headers, Vary: 'Accept-Encoding' }
        if (!acceptingGzip(request, {})) return { ...response, headers }
        const body = gzipSync(response.body)
        const coded = { ...headers, 'Content-Encoding': 'gzip' }
        if (request.headers.range !== 'bytes=0-9') return { ...response, headers: coded, body }
        const range = { 'Content-Range': `bytes 0-9/${body.length}` }
        return { status: 206, headers: { ...coded, ...range }, body: body.subarray(0, 10) }
      }),
    ],
    'range-refused': [
      'returns 416 to byte ranges',
      changeList((response, request) =>
        request.headers.range?.startsWith('bytes=') === true
          ? {
              ...errorResponse(416, 'no ranges'),
              headers: { 'Content-Range': `bytes */${response.body.length}` },
            }
          : response,
      ),
    ],
    'range-of-plants': [
      'supports ranges in units of plants',
      changeList((response, request) => {
        if (request.headers.range !== 'plants=0-0') return response
        const [first, ...others] = JSON.parse(String(response.body))
        const range = { 'Content-Range': `plants 0-0/${others.length + 1}` }
        return { status: 206, headers: { ...response.headers, ...range }, body: JSON.stringify([first]) }
      }),
    ],
  }),
  ...valid('V65 V72', {
    'range-unknown-unit-503': [
      'answers a range in an unknown unit with a 503 and Retry-After, as a cache does',
      changeList((response, request) =>
        request.headers.range !== undefined && !request.headers.range.startsWith('bytes=')
          ? { ...errorResponse(503, 'cannot fetch'), headers: { 'Retry-After': '5' } }
          : response,
      ),
    ],
  }),
]
