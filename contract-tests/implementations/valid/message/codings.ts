import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { Ask } from '../../answer.ts'
import { changeAnswers } from '../../change.ts'
import type { Difference, Variation } from '../../implementation.ts'
import { lzw } from '../../lzw.ts'

/** Compresses every body where the request is of this kind. */
function compressed(name: string, encode: (body: Buffer) => Buffer, when: (ask: Ask) => boolean): Difference {
  return changeAnswers(
    (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'Content-Encoding': name, Vary: 'Accept-Encoding' },
      body: encode(Buffer.from(answer.body)),
    }),
    (ask, _memory, { body }) => body.length > 0 && when(ask),
  )
}
const offered = ({ headers }: Ask): boolean => /gzip/.test(headers['accept-encoding'] ?? '')
const unsaid = ({ headers }: Ask): boolean => headers['accept-encoding'] === undefined

/** Content codings, where the client takes them. */
export const codings: readonly Variation[] = [
  {
    id: 'gzip',
    title: 'compresses with gzip when the client accepts it',
    rows: ['V57'],
    difference: compressed('gzip', (body) => gzipSync(body), offered),
  },
  {
    id: 'gzip-members',
    title: 'sends several gzip members as Content-Encoding: X-GZIP',
    rows: ['V57'],
    difference: compressed(
      'X-GZIP',
      (body) =>
        Buffer.concat([gzipSync(body.subarray(0, 9)), gzipSync(Buffer.alloc(0)), gzipSync(body.subarray(9))]),
      offered,
    ),
  },
  {
    id: 'gzip-unasked',
    title: 'compresses with gzip when the request has no Accept-Encoding',
    rows: ['V58'],
    difference: compressed('gzip', (body) => gzipSync(body), unsaid),
  },
  {
    id: 'brotli-unasked',
    title: 'compresses with br when the request has no Accept-Encoding',
    rows: ['V58'],
    difference: compressed('br', (body) => brotliCompressSync(body), unsaid),
  },
  {
    id: 'deflate-unasked',
    title: 'compresses with deflate when the request has no Accept-Encoding',
    rows: ['V58'],
    difference: compressed('deflate', (body) => deflateSync(body), unsaid),
  },
  {
    id: 'zstd-unasked',
    title: 'compresses with zstd when the request has no Accept-Encoding',
    rows: ['V58'],
    difference: compressed('zstd', (body) => zstdCompressSync(body), unsaid),
  },
  {
    id: 'zstd-frames-unasked',
    title: 'sends several zstd frames when the request has no Accept-Encoding',
    rows: ['V58'],
    difference: compressed(
      'zstd',
      (body) => Buffer.concat([zstdCompressSync(body.subarray(0, 9)), zstdCompressSync(body.subarray(9))]),
      unsaid,
    ),
  },
  {
    id: 'compress-unasked',
    title: 'compresses with compress when the request has no Accept-Encoding',
    rows: ['V58'],
    difference: compressed('compress', lzw, unsaid),
    incomplete: true,
  },
  {
    id: 'compress-forced',
    title: 'always compresses with compress',
    rows: ['C48', 'V58'],
    difference: compressed('x-compress', lzw, () => true),
    warns: ['coding-not-forced'],
    incomplete: true,
  },
  {
    id: 'two-codings-unasked',
    title: 'compresses twice when the request has no Accept-Encoding',
    rows: ['V58'],
    difference: compressed('deflate , gzip', (body) => gzipSync(deflateSync(body)), unsaid),
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
]
