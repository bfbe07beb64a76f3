import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { changeResponses, refusePlants, setHeaders } from '../change.ts'
import { type Difference, type Fault, faults, type Variation, valid } from '../implementation.ts'
import { emptyResponse, type IncomingRequest } from '../response.ts'
import { acceptingGzip, always, type When, withoutAccept } from '../when.ts'

/** Encodes the body of a 200, and declares this coding in Content-Encoding unless the coding is undefined. */
const encode = (
  coding: string | undefined,
  change: (body: Buffer) => Buffer,
  when: When = always,
): Difference =>
  changeResponses(
    (response) => ({
      ...response,
      headers: { ...response.headers, ...(coding !== undefined && { 'Content-Encoding': coding }) },
      body: change(Buffer.from(response.body)),
    }),
    (request, memory, { status }) => status === 200 && when(request, memory),
  )
const refuse = (when: When): Difference => refusePlants(406, when, 'no')

/** Faulty servers that send a coding that the client excluded, send a body that does not decode, or reject Accept headers. */
export const negotiationFaults: readonly Fault[] = [
  ...faults('coding-not-forced', {
    'gzip-although-excluded: compresses the body for a client that excludes gzip with a weight of 0': encode(
      'gzip',
      gzipSync,
      ({ headers }) => /gzip/.test(headers['accept-encoding'] ?? ''),
    ),
    'gzip-although-excluded-from-all: compresses the body with gzip for a client that accepts every coding but gzip':
      encode('gzip', gzipSync, ({ headers }) => /\*/.test(headers['accept-encoding'] ?? '')),
    'gzip-for-identity: compresses the body for a client that accepts only identity': encode(
      'gzip',
      gzipSync,
    ),
  }),
  ...faults('coding-decodes', {
    'gzip-declared-only: declares gzip but sends a plain body': encode('gzip', (body) => body),
    'charset-as-coding: sends Content-Encoding: utf-8': encode('utf-8', (body) => body),
    'gzip-undeclared: compresses the body but sends no Content-Encoding': encode(undefined, gzipSync),
    'gzip-cut: cuts the compressed body short': encode('gzip', (body) => gzipSync(body).subarray(0, -12)),
    'brotli-as-gzip: declares gzip but sends Brotli': encode('gzip', brotliCompressSync),
    'gzip-broken-when-asked: declares gzip but sends a plain body to clients that accept gzip': setHeaders(
      { 'Content-Encoding': 'gzip' },
      [200],
      acceptingGzip,
    ),
    'error-gzip-declared-only: declares gzip but sends a plain 400 to clients that accept gzip': setHeaders(
      { 'Content-Encoding': 'gzip' },
      [400],
      acceptingGzip,
    ),
  }),
  ...faults('accept-json-served', {
    'accept-any-refused: returns 406 for Accept: */*': refuse(({ headers: { accept } }) => accept === '*/*'),
    'accept-none-refused: returns 406 for a request without Accept': refuse(withoutAccept),
  }),
  ...faults('accept-forms-served', {
    'accept-list-refused: returns 406 for a weighted list in Accept': refuse(({ headers: { accept = '' } }) =>
      accept.includes('q='),
    ),
    'accept-case-refused: returns 406 for Application/JSON in Accept': refuse(
      ({ headers: { accept = '' } }) => accept.startsWith('A'),
    ),
  }),
]

/** Compresses every body when the condition holds. */
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
const withoutAcceptEncoding = ({ headers }: IncomingRequest): boolean =>
  headers['accept-encoding'] === undefined

/** Valid servers that compress bodies, or interpret Accept and Accept-Encoding differently. */
export const negotiationVariations: readonly Variation[] = [
  ...valid('V57', {
    'gzip: compresses with gzip when the client accepts it': compressed(
      'gzip',
      (body) => gzipSync(body),
      acceptingGzip,
    ),
    'gzip-members: sends several gzip members as Content-Encoding: X-GZIP': compressed(
      'X-GZIP',
      (body) =>
        Buffer.concat([gzipSync(body.subarray(0, 9)), gzipSync(Buffer.alloc(0)), gzipSync(body.subarray(9))]),
      acceptingGzip,
    ),
  }),
  ...valid('V58', {
    'gzip-unasked: compresses with gzip when the request has no Accept-Encoding': compressed(
      'gzip',
      (body) => gzipSync(body),
      withoutAcceptEncoding,
    ),
    'brotli-unasked: compresses with br when the request has no Accept-Encoding': compressed(
      'br',
      (body) => brotliCompressSync(body),
      withoutAcceptEncoding,
    ),
    'deflate-unasked: compresses with deflate when the request has no Accept-Encoding': compressed(
      'deflate',
      (body) => deflateSync(body),
      withoutAcceptEncoding,
    ),
    'zstd-unasked: compresses with zstd when the request has no Accept-Encoding': compressed(
      'zstd',
      (body) => zstdCompressSync(body),
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
    'compress-unasked: compresses with the compress coding when the request has no Accept-Encoding': {
      difference: compressed('compress', encodeLzw, withoutAcceptEncoding),
      incomplete: true,
    },
  }),
  ...valid('C48 V58', {
    'compress-forced: always compresses with the compress coding': {
      difference: compressed('x-compress', encodeLzw, () => true),
      warns: ['coding-not-forced'],
      incomplete: true,
    },
    'two-codings-unasked (V58): compresses twice when the request has no Accept-Encoding': compressed(
      'deflate , gzip',
      (body) => gzipSync(deflateSync(body)),
      withoutAcceptEncoding,
    ),
    'gzip-forced (C48): always compresses with gzip': {
      difference: compressed(
        'gzip',
        (body) => gzipSync(body),
        () => true,
      ),
      warns: ['coding-not-forced'],
    },
    'coding-identity (V57): sends Content-Encoding: identity': setHeaders({ 'Content-Encoding': 'identity' }),
    'page-for-browsers (V67 C46): returns an HTML page to clients that do not accept JSON': changeResponses(
      () => ({ status: 200, headers: { 'Content-Type': 'text/html', Vary: 'Accept' }, body: '<p>Plants' }),
      ({ headers }) => !/json|\*\/\*|application\/\*|^$/i.test(headers.accept ?? ''),
    ),
    'identity-forbidden-406 (V68 C47): returns 406 to clients that forbid the identity coding':
      changeResponses(
        () => emptyResponse(406),
        ({ headers }) => /identity *; *q=0/.test(headers['accept-encoding'] ?? ''),
      ),
  }),
]

const HEADER = Buffer.of(0x1f, 0x9d, 0x90)
const WIDTH = 9
/** The code that clears the dictionary. Without this code, the other codes would become longer. */
const CLEAR = 256
/** The number of bytes before each CLEAR: together, they fill complete groups of eight codes, after which the code length may change. */
const BETWEEN = 247

/** Encodes a body with the `compress` coding (RFC 9110 section 8.4.1.1), byte by byte. The result is valid but not short. */
function encodeLzw(body: Buffer): Buffer {
  const codes = [...body].flatMap((byte, index) => ((index + 1) % BETWEEN === 0 ? [byte, CLEAR] : [byte]))
  const packed = Buffer.alloc(Math.ceil((codes.length * WIDTH) / 8))
  for (const [index, code] of codes.entries()) {
    const bit = index * WIDTH
    // A code uses the highest bits of one byte and the lowest bits of the next byte.
    packed.writeUInt16LE(packed.readUInt16LE(bit >> 3) | (code << (bit & 7)), bit >> 3)
  }
  return Buffer.concat([HEADER, packed])
}
