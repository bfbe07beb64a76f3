import { createHash } from 'node:crypto'
import type { Difference, Variation } from '../../implementation.ts'
import type { IncomingRequest, OutgoingResponse } from '../../response.ts'
import { valid } from '../../servers.ts'

const computeTag = ({ body }: OutgoingResponse): string =>
  `"${createHash('sha1').update(body).digest('hex')}"`
const isPlants = (response: OutgoingResponse, request: IncomingRequest): boolean =>
  response.status === 200 && request.method === 'GET'
/** Changes every 200 to a GET. */
const changeList = (
  change: (response: OutgoingResponse, request: IncomingRequest) => OutgoingResponse,
): Difference => ({
  respond: (request, response) => (isPlants(response, request) ? change(response, request) : response),
})
/** Adds an ETag to every list, and returns 304 when the client has it. */
const tagged = (write: (tag: string, request: IncomingRequest) => string): Difference =>
  changeList((response, request) => {
    const tag = write(computeTag(response), request)
    const headers = { ETag: tag, 'Cache-Control': 'private, no-cache' }
    const bare = (text: string): string => text.replace(/^W\//, '')
    if (request.headers['if-none-match']?.includes(bare(tag)) === true)
      return { status: 304, headers, body: '' }
    return { ...response, headers: { ...response.headers, ...headers } }
  })

/** Entity tags and conditional requests. */
export const conditionVariations: readonly Variation[] = [
  ...valid('V64', {
    etag: ['sends entity tags and returns 304 when they match', tagged((tag) => tag)],
    'etag-any': [
      'returns 304 for If-None-Match: *',
      changeList((response, { headers }) =>
        headers['if-none-match'] === '*'
          ? { status: 304, headers: { ETag: computeTag(response) }, body: '' }
          : { ...response, headers: { ...response.headers, ETag: computeTag(response) } },
      ),
    ],
    'etag-weak': ['sends weak entity tags and returns 304 when they match', tagged((tag) => `W/${tag}`)],
    'etag-changes': [
      'sends a new weak entity tag each time',
      tagged((_tag, request) => `W/"${request.requestsBefore}"`),
    ],
    'etag-empty': ['sends an empty weak entity tag', tagged(() => 'W/""')],
    'etag-odd': [
      'sends entity tags with unusual characters',
      tagged((tag) => `"W/'${tag.slice(1, 8)}\u00e9,*"`),
    ],
    'etag-ignored': [
      'sends ETag and Last-Modified but ignores conditional requests',
      changeList((response) => ({
        ...response,
        headers: {
          ...response.headers,
          ETag: computeTag(response),
          'Last-Modified': 'Mon, 01 Jan 2024 00:00:00 GMT',
        },
      })),
    ],
  }),
  ...valid('V64 FR08', {
    'etag-length-kept': [
      'returns 304 with the Content-Length of the list',
      changeList((response, request) => {
        const tag = computeTag(response)
        const length = { ETag: tag, 'Content-Length': String(Buffer.byteLength(response.body)) }
        return request.headers['if-none-match'] === tag
          ? { status: 304, headers: length, body: '' }
          : { ...response, headers: { ...response.headers, ETag: tag } }
      }),
    ],
  }),
]
