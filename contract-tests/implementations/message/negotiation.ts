import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { changePlants, changeResponses, encodeBody, refusePlants, setHeaders } from '../change.ts'
import { type Difference, type Fault, faults, type Variation, valid } from '../implementation.ts'
import { emptyResponse, type IncomingRequest, withHeaders } from '../response.ts'
import { acceptingGzip, both, type When, withoutAccept } from '../when.ts'

const refuse = (when: When): Difference => refusePlants(406, when, 'no')

/** Faulty servers that use an excluded coding, send a body that cannot be decoded, or reject valid Accept headers. */
export const negotiationFaults: readonly Fault[] = [
  ...faults('coding-not-forced', {
    'gzip-although-excluded: compresses the body if Accept-Encoding mentions gzip, even with a weight of 0':
      encodeBody('gzip', gzipSync, ({ headers }) => /gzip/.test(headers['accept-encoding'] ?? '')),
    'gzip-although-excluded-from-all: compresses the body with gzip if Accept-Encoding contains *, even if gzip is excluded':
      encodeBody('gzip', gzipSync, ({ headers }) => /\*/.test(headers['accept-encoding'] ?? '')),
    'gzip-for-identity: compresses every list, even for a client that accepts only identity': encodeBody(
      'gzip',
      gzipSync,
    ),
  }),
  ...faults('coding-decodes', {
    'gzip-declared-only: declares gzip but sends a plain body': encodeBody('gzip', (body) => body),
    'charset-as-coding: sends Content-Encoding: utf-8': encodeBody('utf-8', (body) => body),
    'gzip-twice: compresses the body twice for clients that accept gzip, but declares gzip only once':
      encodeBody('gzip', (body) => gzipSync(gzipSync(body)), acceptingGzip),
    'gzip-undeclared: compresses the body but sends no Content-Encoding': encodeBody(undefined, gzipSync),
    'gzip-kept-for-others: sends a cached gzip body, undeclared, to clients that accept no gzip': {
      respond: (request, correct, memory) => {
        if (correct.status !== 200) return correct
        if (acceptingGzip(request, memory)) memory[request.query] = 1
        const isKept = memory[request.query] === 1
        const headers = acceptingGzip(request, memory) ? { 'Content-Encoding': 'gzip' } : {}
        return isKept ? withHeaders({ ...correct, body: gzipSync(correct.body) }, headers) : correct
      },
    },
    'gzip-cut: truncates the compressed body': encodeBody('gzip', (body) => gzipSync(body).subarray(0, -12)),
    'brotli-as-gzip: declares gzip but sends Brotli': encodeBody('gzip', brotliCompressSync),
    'gzip-broken-when-asked: declares gzip to clients that accept gzip, but sends a plain body': setHeaders(
      { 'Content-Encoding': 'gzip' },
      [200],
      acceptingGzip,
    ),
    'error-gzip-declared-only: declares gzip to clients that accept gzip, but sends its 400 uncompressed':
      setHeaders({ 'Content-Encoding': 'gzip' }, [400], acceptingGzip),
  }),
  ...faults('coding-deflate-zlib', {
    'deflate-raw: compresses with a raw deflate stream for clients that accept only deflate': compressed(
      'deflate',
      deflateRawSync,
      ({ headers }) => headers['accept-encoding'] === 'deflate',
    ),
  }),
  ...faults('accept-json-served', {
    'accept-any-refused: returns 406 for Accept: */*': refuse(({ headers: { accept } }) => accept === '*/*'),
    'accept-none-refused: returns 406 for a request without Accept': refuse(withoutAccept),
  }),
  ...faults('accept-forms-served', {
    'accept-list-refused: returns 406 when Accept contains a weight': refuse(({ headers: { accept = '' } }) =>
      accept.includes('q='),
    ),
    'accept-case-refused: returns 406 when Accept starts with an upper-case A': refuse(
      ({ headers: { accept = '' } }) => accept.startsWith('A'),
    ),
  }),
]

/** When the condition holds, compresses each body that is not empty. */
function compressed(name: string, encode: (body: Buffer) => Buffer, when: When): Difference {
  return changeResponses(
    (response) => ({
      ...response,
      headers: { ...response.headers, 'Content-Encoding': name, Vary: 'Accept-Encoding' },
      body: encode(Buffer.from(response.body)),
    }),
    (request, memory, { body }) => body.length > 0 && when(request, memory),
  )
}
const accepting =
  (coding: string): When =>
  ({ headers }) =>
    headers['accept-encoding']?.includes(coding) === true
const withoutAcceptEncoding = ({ headers }: IncomingRequest): boolean =>
  headers['accept-encoding'] === undefined

/** Valid servers that compress bodies, or interpret Accept and Accept-Encoding differently. */
export const negotiationVariations: readonly Variation[] = [
  ...valid('V57', {
    'gzip: compresses with gzip when the client accepts it': compressed('gzip', gzipSync, acceptingGzip),
    'gzip-from-a-kilobyte: compresses for clients that accept gzip, except with limits from 1 to 10':
      compressed(
        'gzip',
        gzipSync,
        both(acceptingGzip, ({ limit = 20 }) => limit > 10),
      ),
    'brotli: compresses with br when the client accepts it': compressed(
      'br',
      brotliCompressSync,
      accepting('br'),
    ),
    'zstd: compresses with zstd when the client accepts it': compressed(
      'zstd',
      zstdCompressSync,
      accepting('zstd'),
    ),
    'gzip-members: sends several gzip members, declared as X-GZIP, to clients that accept gzip': compressed(
      'X-GZIP',
      (body) =>
        Buffer.concat([gzipSync(body.subarray(0, 9)), gzipSync(Buffer.alloc(0)), gzipSync(body.subarray(9))]),
      acceptingGzip,
    ),
  }),
  ...valid('V58', {
    'gzip-unasked: compresses with gzip when the request has no Accept-Encoding': compressed(
      'gzip',
      gzipSync,
      withoutAcceptEncoding,
    ),
    'brotli-unasked: compresses with br when the request has no Accept-Encoding': compressed(
      'br',
      brotliCompressSync,
      withoutAcceptEncoding,
    ),
    'deflate-unasked: compresses with deflate when the request has no Accept-Encoding': compressed(
      'deflate',
      deflateSync,
      withoutAcceptEncoding,
    ),
    'zstd-unasked: compresses with zstd when the request has no Accept-Encoding': compressed(
      'zstd',
      zstdCompressSync,
      withoutAcceptEncoding,
    ),
    'zstd-frames-unasked: sends several zstd frames when the request has no Accept-Encoding': {
      difference: compressed(
        'zstd',
        (body) => Buffer.concat([zstdCompressSync(body.subarray(0, 9)), zstdCompressSync(body.subarray(9))]),
        withoutAcceptEncoding,
      ),
      incomplete: true,
    },
  }),
  ...valid('C48 V58', {
    'two-codings-unasked (V58): compresses with deflate and then gzip when the request has no Accept-Encoding':
      compressed('deflate , gzip', (body) => gzipSync(deflateSync(body)), withoutAcceptEncoding),
    'gzip-forced (C48): always compresses with gzip': {
      difference: compressed('gzip', gzipSync, () => true),
      warns: ['coding-not-forced'],
    },
    'coding-identity (V57): sends Content-Encoding: identity': setHeaders({ 'Content-Encoding': 'identity' }),
    'page-for-browsers (V67 C46): returns an HTML page to clients that do not accept JSON': changeResponses(
      () => ({ status: 200, headers: { 'Content-Type': 'text/html', Vary: 'Accept' }, body: '<p>Plants' }),
      ({ headers }) => !/json|\*\/\*|application\/\*|^$/i.test(headers.accept ?? ''),
    ),
    'manual-for-browsers (V67 C46): redirects clients that accept only HTML to its manual': changeResponses(
      () => emptyResponse(302, { Location: '/docs' }),
      ({ headers }) => headers.accept === 'text/html',
    ),
    'names-translated (V69): returns names that depend on Accept-Language': changePlants(
      (plants, { headers }) =>
        plants.map((plant) => ({ ...plant, name: `${headers['accept-language']} ${plant.name}` })),
    ),
    'identity-forbidden-406 (V68 C47): returns 406 to clients that forbid the identity coding':
      changeResponses(
        () => emptyResponse(406),
        ({ headers }) => /identity *; *q=0/.test(headers['accept-encoding'] ?? ''),
      ),
  }),
]
