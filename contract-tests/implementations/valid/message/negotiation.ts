import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { changeResponses, setHeaders } from '../../change.ts'
import { encodeLzw } from '../../encodeLzw.ts'
import type { Difference, Variation } from '../../implementation.ts'
import type { IncomingRequest } from '../../response.ts'
import { valid } from '../../servers.ts'

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
  ...valid('V57', {
    gzip: [
      'compresses with gzip when the client accepts it',
      compressed('gzip', (body) => gzipSync(body), acceptingGzip),
    ],
    'gzip-members': [
      'sends several gzip members as Content-Encoding: X-GZIP',
      compressed(
        'X-GZIP',
        (body) =>
          Buffer.concat([
            gzipSync(body.subarray(0, 9)),
            gzipSync(Buffer.alloc(0)),
            gzipSync(body.subarray(9)),
          ]),
        acceptingGzip,
      ),
    ],
  }),
  ...valid('V58', {
    'gzip-unasked': [
      'compresses with gzip when the request has no Accept-Encoding',
      compressed('gzip', (body) => gzipSync(body), withoutAcceptEncoding),
    ],
    'brotli-unasked': [
      'compresses with br when the request has no Accept-Encoding',
      compressed('br', (body) => brotliCompressSync(body), withoutAcceptEncoding),
    ],
    'deflate-unasked': [
      'compresses with deflate when the request has no Accept-Encoding',
      compressed('deflate', (body) => deflateSync(body), withoutAcceptEncoding),
    ],
    'zstd-unasked': [
      'compresses with zstd when the request has no Accept-Encoding',
      compressed('zstd', (body) => zstdCompressSync(body), withoutAcceptEncoding),
    ],
    'zstd-frames-unasked': [
      'sends several zstd frames when the request has no Accept-Encoding',
      compressed(
        'zstd',
        (body) => Buffer.concat([zstdCompressSync(body.subarray(0, 9)), zstdCompressSync(body.subarray(9))]),
        withoutAcceptEncoding,
      ),
    ],
    'compress-unasked': [
      'compresses with the compress coding when the request has no Accept-Encoding',
      compressed('compress', encodeLzw, withoutAcceptEncoding),
      { incomplete: true },
    ],
  }),
  ...valid('C48 V58', {
    'compress-forced': [
      'always compresses with the compress coding',
      compressed('x-compress', encodeLzw, () => true),
      { warns: ['coding-not-forced'], incomplete: true },
    ],
    'two-codings-unasked': [
      'compresses twice when the request has no Accept-Encoding',
      compressed('deflate , gzip', (body) => gzipSync(deflateSync(body)), withoutAcceptEncoding),
      { rows: 'V58' },
    ],
    'gzip-forced': [
      'always compresses with gzip',
      compressed(
        'gzip',
        (body) => gzipSync(body),
        () => true,
      ),
      { rows: 'C48', warns: ['coding-not-forced'] },
    ],
    'coding-identity': [
      'sends Content-Encoding: identity',
      setHeaders({ 'Content-Encoding': 'identity' }),
      { rows: 'V57' },
    ],
    'page-for-browsers': [
      'returns an HTML page to clients that do not accept JSON',
      changeResponses(
        () => ({ status: 200, headers: { 'Content-Type': 'text/html', Vary: 'Accept' }, body: '<p>Plants' }),
        ({ headers }) => !/json|\*\/\*|application\/\*|^$/i.test(headers.accept ?? ''),
      ),
      { rows: 'V67 C46' },
    ],
    'identity-forbidden-406': [
      'returns 406 to clients that forbid the identity coding',
      changeResponses(
        () => ({ status: 406, headers: {}, body: '' }),
        ({ headers }) => /identity *; *q=0/.test(headers['accept-encoding'] ?? ''),
      ),
      { rows: 'V68 C47' },
    ],
  }),
]
