import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { changeResponses, setHeaders } from '../../change.ts'
import { encodeLzw } from '../../encodeLzw.ts'
import type { Difference, Variation } from '../../implementation.ts'
import type { IncomingRequest } from '../../response.ts'

/** Encodes every body when the condition holds. */
function compressed(
  name: string,
  encode: (body: Buffer) => Buffer,
  when: (request: IncomingRequest) => boolean,
): Difference {
  return changeResponses(
    (response) => ({
      ...response,
      headers: { ...response.headers, 'Content-Encoding': name, Vary: 'Accept-Encoding' },
      body: encode(Buffer.from(response.body)),
    }),
    (request, _memory, { body }) => body.length > 0 && when(request),
  )
}
const acceptingGzip = ({ headers }: IncomingRequest): boolean =>
  /gzip(?!;q=0)/.test(headers['accept-encoding'] ?? '')
const withoutAcceptEncoding = ({ headers }: IncomingRequest): boolean =>
  headers['accept-encoding'] === undefined

/** Content codings, and what the client accepts. */
export const negotiationVariations: readonly Variation[] = [
  {
    id: 'gzip',
    title: 'compresses with gzip when the client accepts it',
    rows: ['V57'],
    difference: compressed('gzip', (body) => gzipSync(body), acceptingGzip),
  },
  {
    id: 'gzip-members',
    title: 'sends several gzip members as Content-Encoding: X-GZIP',
    rows: ['V57'],
    difference: compressed(
      'X-GZIP',
      (body) =>
        Buffer.concat([gzipSync(body.subarray(0, 9)), gzipSync(Buffer.alloc(0)), gzipSync(body.subarray(9))]),
      acceptingGzip,
    ),
  },
  {
    id: 'gzip-unasked',
    title: 'compresses with gzip when the request has no Accept-Encoding',
    rows: ['V58'],
    difference: compressed('gzip', (body) => gzipSync(body), withoutAcceptEncoding),
  },
  {
    id: 'brotli-unasked',
    title: 'compresses with br when the request has no Accept-Encoding',
    rows: ['V58'],
    difference: compressed('br', (body) => brotliCompressSync(body), withoutAcceptEncoding),
  },
  {
    id: 'deflate-unasked',
    title: 'compresses with deflate when the request has no Accept-Encoding',
    rows: ['V58'],
    difference: compressed('deflate', (body) => deflateSync(body), withoutAcceptEncoding),
  },
  {
    id: 'zstd-unasked',
    title: 'compresses with zstd when the request has no Accept-Encoding',
    rows: ['V58'],
    difference: compressed('zstd', (body) => zstdCompressSync(body), withoutAcceptEncoding),
  },
  {
    id: 'zstd-frames-unasked',
    title: 'sends several zstd frames when the request has no Accept-Encoding',
    rows: ['V58'],
    difference: compressed(
      'zstd',
      (body) => Buffer.concat([zstdCompressSync(body.subarray(0, 9)), zstdCompressSync(body.subarray(9))]),
      withoutAcceptEncoding,
    ),
  },
  {
    id: 'compress-unasked',
    title: 'compresses with the compress coding when the request has no Accept-Encoding',
    rows: ['V58'],
    difference: compressed('compress', encodeLzw, withoutAcceptEncoding),
    incomplete: true,
  },
  {
    id: 'compress-forced',
    title: 'always compresses with the compress coding',
    rows: ['C48', 'V58'],
    difference: compressed('x-compress', encodeLzw, () => true),
    warns: ['coding-not-forced'],
    incomplete: true,
  },
  {
    id: 'two-codings-unasked',
    title: 'compresses twice when the request has no Accept-Encoding',
    rows: ['V58'],
    difference: compressed('deflate , gzip', (body) => gzipSync(deflateSync(body)), withoutAcceptEncoding),
  },
  {
    id: 'gzip-forced',
    title: 'always compresses with gzip',
    rows: ['C48'],
    difference: compressed(
      'gzip',
      (body) => gzipSync(body),
      () => true,
    ),
    warns: ['coding-not-forced'],
  },
  {
    id: 'coding-identity',
    title: 'sends Content-Encoding: identity',
    rows: ['V57'],
    difference: setHeaders({ 'Content-Encoding': 'identity' }),
  },
  {
    id: 'page-for-browsers',
    title: 'returns an HTML page to clients that do not accept JSON',
    rows: ['V67', 'C46'],
    difference: changeResponses(
      () => ({ status: 200, headers: { 'Content-Type': 'text/html', Vary: 'Accept' }, body: '<p>Plants' }),
      ({ headers }) => !/json|\*\/\*|application\/\*|^$/i.test(headers.accept ?? ''),
    ),
  },
  {
    id: 'identity-forbidden-406',
    title: 'returns 406 to clients that forbid the identity coding',
    rows: ['V68', 'C47'],
    difference: changeResponses(
      () => ({ status: 406, headers: {}, body: '' }),
      ({ headers }) => /identity *; *q=0/.test(headers['accept-encoding'] ?? ''),
    ),
  },
]
