import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { changeResponses, combine, encodeBody, isPlants } from '../change.ts'
import { type Difference, type Fault, faults, type Variation, valid } from '../implementation.ts'
import {
  emptyResponse,
  errorResponse,
  type IncomingRequest,
  jsonResponse,
  type OutgoingResponse,
  withHeaders,
} from '../response.ts'
import { responseBytes } from '../startImplementation.ts'
import { acceptingGzip } from '../when.ts'

const MODIFIED = 'Mon, 01 Jan 2024 00:00:00 GMT'

const computeTag = ({ body }: OutgoingResponse): string =>
  `"${createHash('sha1').update(body).digest('hex')}"`
const isList = (response: OutgoingResponse, request: IncomingRequest): boolean =>
  response.status === 200 && request.method === 'GET'
/** Changes every 200 response to a GET request. */
const changeList = (
  change: (response: OutgoingResponse, request: IncomingRequest) => OutgoingResponse,
): Difference => ({
  respond: (request, response) => (isList(response, request) ? change(response, request) : response),
})

const notModified = (tag: string): OutgoingResponse =>
  emptyResponse(304, { ETag: tag, 'Cache-Control': 'private' })

/** Adds an ETag to each user's list without a limit. If If-None-Match has this ETag, `respondToOwnTag` creates the response. */
const tagged = (
  respondToOwnTag: (response: OutgoingResponse, tag: string) => OutgoingResponse,
  sameTag?: string,
): Difference =>
  changeResponses((response, { headers, limits, user }) => {
    if (limits.length > 0) return response
    const tag = sameTag ?? `"plants-of-${user}"`
    const list = withHeaders(response, { ETag: tag, 'Cache-Control': 'private' })
    return headers['if-none-match'] === tag ? respondToOwnTag(list, tag) : list
  }, isPlants)

const isByteRange = ({ headers }: IncomingRequest, _memory: unknown, { status }: OutgoingResponse): boolean =>
  status === 200 && headers.range?.startsWith('bytes') === true

/** Faulty servers that respond wrongly to conditional requests and range requests, or send wrong entity tags. */
export const conditionFaults: readonly Fault[] = [
  ...faults('condition-foreign-tag-refused', {
    'condition-any-tag: returns 304 for any strong entity tag in If-None-Match': changeResponses(
      (_response, { headers }) => notModified(headers['if-none-match'] ?? ''),
      ({ headers, user }) => headers['if-none-match']?.startsWith('"') === true && user !== undefined,
    ),
    'not-modified-by-date: returns 304 when If-Modified-Since equals Last-Modified, even if If-None-Match does not match':
      changeList((response, { headers }) => {
        const sent = withHeaders(response, { ETag: computeTag(response), 'Last-Modified': MODIFIED })
        const isOld = headers['if-modified-since'] !== MODIFIED
        return isOld ? sent : emptyResponse(304, sent.headers)
      }),
  }),
  ...faults('status-no-unasked-304', {
    'not-modified-as-text: compares If-Modified-Since with Last-Modified as text': changeList(
      (response, { headers }) => {
        const since = headers['if-modified-since'] ?? ''
        return since < MODIFIED
          ? withHeaders(response, { 'Last-Modified': MODIFIED })
          : emptyResponse(304, { 'Last-Modified': MODIFIED })
      },
    ),
  }),
  ...faults('condition-own-tag-understood', {
    'condition-own-tag-412: returns 412 when its own entity tag is in If-None-Match': tagged((response) => ({
      ...response,
      status: 412,
    })),
    'condition-any-412: returns 412 for If-None-Match: *': changeResponses(
      (response) => ({ ...response, status: 412 }),
      ({ headers }, _memory, { status }) => status === 200 && headers['if-none-match'] === '*',
    ),
  }),
  ...faults('framing-no-body', {
    'not-modified-with-body: sends a body with its 304': {
      ...tagged((_response, tag) => notModified(tag)),
      bytes: (request, response) =>
        Buffer.concat([
          responseBytes(request, response),
          Buffer.from(response.status === 304 ? '<h1>Not Modified</h1>' : ''),
        ]),
    },
  }),
  ...faults('length-without-body-true', {
    'not-modified-length-zero: returns 304 with Content-Length: 0 when its entity tag matches': tagged(
      (_response, tag) => withHeaders(notModified(tag), { 'Content-Length': '0' }),
    ),
  }),
  ...faults('json-present', {
    'json-empty-for-own-tag: returns 200 with an empty body when its entity tag matches': tagged(
      (response) => ({ ...response, body: '' }),
    ),
  }),
  ...faults('not-modified-fields', {
    'not-modified-bare: returns 304 without the ETag of the list': tagged(() => emptyResponse(304)),
  }),
  ...faults('etag-strong-unique', {
    'etag-for-every-user: sends the same strong ETag with the complete lists of all users': tagged(
      (_response, tag) => notModified(tag),
      '"plants-1"',
    ),
    'etag-for-every-coding: sends the same strong ETag with the compressed and the uncompressed list':
      combine(
        changeResponses(
          (response, { user }) => withHeaders(response, { ETag: `"plants-of-${user}"` }),
          isPlants,
        ),
        encodeBody('gzip', gzipSync, acceptingGzip),
      ),
  }),
  ...faults('range-unknown-unit-ignored', {
    'range-unknown-unit-416: returns 416 for a range in "plants", an unknown unit': changeResponses(
      () => jsonResponse(416, []),
      ({ headers, user }) => headers.range?.startsWith('plants') === true && user !== undefined,
    ),
  }),
  ...faults('range-partial-true', {
    'range-unsaid: answers a byte range with status 206, the whole body and no Content-Range':
      changeResponses((response) => ({ ...response, status: 206 }), isByteRange),
    'range-suffix-from-start: answers bytes=-10 with the first ten bytes': changeResponses(
      (response) => ({
        status: 206,
        headers: { ...response.headers, 'Content-Range': `bytes 0-9/${Buffer.byteLength(response.body)}` },
        body: Buffer.from(response.body).subarray(0, 10),
      }),
      ({ headers }, _memory, { status }) => status === 200 && headers.range === 'bytes=-10',
    ),
    'range-of-characters: declares bytes 0-9 in its 206, but sends bytes 1-10': changeResponses(
      (response) => ({
        status: 206,
        headers: { ...response.headers, 'Content-Range': `bytes 0-9/${response.body.length}` },
        body: String(response.body).slice(1, 11),
      }),
      isByteRange,
    ),
  }),
]

/** Adds an ETag to every list, and returns 304 when If-None-Match contains this ETag, weak or strong. */
const withTags = (write: (tag: string, request: IncomingRequest) => string): Difference =>
  changeList((response, request) => {
    const tag = write(computeTag(response), request)
    const headers = { ETag: tag, 'Cache-Control': 'private, no-cache' }
    const bare = (text: string): string => text.replace(/^W\//, '')
    if (request.headers['if-none-match']?.includes(bare(tag)) === true) return emptyResponse(304, headers)
    return withHeaders(response, headers)
  })

/** Valid servers that respond to conditional requests and range requests in different ways. */
export const conditionVariations: readonly Variation[] = [
  ...valid('V64', {
    'etag: sends entity tags and returns 304 when they match': withTags((tag) => tag),
    'etag-weak: sends weak entity tags and returns 304 when they match': withTags((tag) => `W/${tag}`),
    'etag-changes: sends a new weak entity tag each time': withTags(
      (_tag, request) => `W/"${request.requestsBefore}"`,
    ),
    'etag-of-coding: adds -gzip to its entity tags for clients that accept gzip': withTags((tag, request) =>
      acceptingGzip(request, {}) ? tag.replace(/"$/, '-gzip"') : tag,
    ),
    'etag-weakened: weakens its entity tags for clients that accept gzip': withTags((tag, request) =>
      acceptingGzip(request, {}) ? `W/${tag}` : tag,
    ),
    'etag-empty: sends an empty weak entity tag': withTags(() => 'W/""'),
    'etag-odd: sends entity tags with unusual characters': withTags(
      (tag) => `"W/'${tag.slice(1, 8)}\u00e9,*"`,
    ),
    'etag-ignored: sends ETag and Last-Modified, but ignores the conditions of requests': changeList(
      (response) => withHeaders(response, { ETag: computeTag(response), 'Last-Modified': MODIFIED }),
    ),
    'etag-before-date: obeys If-Modified-Since only if the request has no If-None-Match': changeList(
      (response, { headers }) => {
        const tag = computeTag(response)
        const own = { ETag: tag, 'Last-Modified': MODIFIED, 'Cache-Control': 'private' }
        const asked = headers['if-none-match']
        const isKnown =
          asked === undefined
            ? Date.parse(headers['if-modified-since'] ?? '') >= Date.parse(MODIFIED)
            : asked === '*' || asked.includes(tag)
        return isKnown ? emptyResponse(304, own) : withHeaders(response, own)
      },
    ),
  }),
  ...valid('V64 FR08', {
    'etag-length-kept: returns 304 with the Content-Length of the list': changeList((response, request) => {
      const tag = computeTag(response)
      const length = { ETag: tag, 'Content-Length': String(Buffer.byteLength(response.body)) }
      return request.headers['if-none-match'] === tag
        ? emptyResponse(304, length)
        : withHeaders(response, { ETag: tag })
    }),
  }),
  ...valid('V65', {
    'range-honoured: returns 206 to requests for byte ranges with a start and an end': changeList(
      (response, request) => {
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
      },
    ),
    'range-of-gzip: compresses lists for clients that accept gzip, and applies bytes=0-9 to the compressed list':
      changeList((response, request) => {
        const headers = { ...response.headers, Vary: 'Accept-Encoding' }
        if (!acceptingGzip(request, {})) return { ...response, headers }
        const body = gzipSync(response.body)
        const coded = { ...headers, 'Content-Encoding': 'gzip' }
        if (request.headers.range !== 'bytes=0-9') return { ...response, headers: coded, body }
        const range = { 'Content-Range': `bytes 0-9/${body.length}` }
        return { status: 206, headers: { ...coded, ...range }, body: body.subarray(0, 10) }
      }),
    'range-of-plants: returns the first plant for the range plants=0-0': changeList((response, request) => {
      if (request.headers.range !== 'plants=0-0') return response
      const [first, ...others] = JSON.parse(String(response.body))
      const range = { 'Content-Range': `plants 0-0/${others.length + 1}` }
      return { status: 206, headers: { ...response.headers, ...range }, body: JSON.stringify([first]) }
    }),
  }),
  ...valid('V65 V72', {
    'range-unknown-unit-503: answers a range in an unknown unit with a 503 and Retry-After': changeList(
      (response, request) =>
        request.headers.range !== undefined && !request.headers.range.startsWith('bytes=')
          ? { ...errorResponse(503, 'cannot fetch'), headers: { 'Retry-After': '5' } }
          : response,
    ),
  }),
]
