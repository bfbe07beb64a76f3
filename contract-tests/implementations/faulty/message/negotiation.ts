import { brotliCompressSync, gzipSync } from 'node:zlib'
import { changeResponses, refusePlants, setHeaders } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { acceptingGzip, type When, withoutAccept } from '../../when.ts'
import { faults } from '../faults.ts'

/** Encodes the body of each 200 and declares this coding, or none. */
const encode = (coding: string | undefined, change: (body: Buffer) => Buffer): Difference =>
  changeResponses(
    (response) => ({
      ...response,
      headers: { ...response.headers, ...(coding !== undefined && { 'Content-Encoding': coding }) },
      body: change(Buffer.from(response.body)),
    }),
    (_request, _memory, { status }) => status === 200,
  )
const refuse = (when: When): Difference => refusePlants(406, when, 'no')

/** Content codings that do not decode, and Accept headers that are rejected. */
export const negotiationFaults: readonly Fault[] = [
  ...faults('coding-not-forced', {
    'gzip-although-excluded': [
      'compresses the body for a client that excludes gzip with a weight of 0',
      'HD07',
      changeResponses(
        (response) => ({
          ...response,
          headers: { ...response.headers, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' },
          body: gzipSync(response.body),
        }),
        ({ headers }, _memory, { status }) => status === 200 && /gzip/.test(headers['accept-encoding'] ?? ''),
      ),
    ],
    'gzip-although-excluded-from-all': [
      'compresses the body with gzip for a client that accepts every coding but gzip',
      'HD07',
      changeResponses(
        (response) => ({
          ...response,
          headers: { ...response.headers, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' },
          body: gzipSync(response.body),
        }),
        ({ headers }, _memory, { status }) => status === 200 && /\*/.test(headers['accept-encoding'] ?? ''),
      ),
    ],
    'gzip-for-identity': [
      'compresses the body for a client that accepts only identity',
      'HD07 C48',
      encode('gzip', gzipSync),
    ],
  }),
  ...faults('coding-decodes', {
    'gzip-declared-only': ['declares gzip but sends a plain body', 'HD08', encode('gzip', (body) => body)],
    'charset-as-coding': ['sends Content-Encoding: utf-8', 'HD08', encode('utf-8', (body) => body)],
    'gzip-undeclared': ['compresses without a Content-Encoding', 'HD08', encode(undefined, gzipSync)],
    'gzip-cut': [
      'cuts the compressed body short',
      'HD08',
      encode('gzip', (body) => gzipSync(body).subarray(0, -12)),
    ],
    'brotli-as-gzip': ['declares gzip but sends Brotli', 'HD08', encode('gzip', brotliCompressSync)],
    'gzip-broken-when-asked': [
      'declares gzip but sends a plain body to clients that accept gzip',
      'HD08',
      setHeaders({ 'Content-Encoding': 'gzip' }, [200], acceptingGzip),
    ],
    'error-gzip-declared-only': [
      'declares gzip but sends a plain 400 to clients that accept gzip',
      'HD08',
      setHeaders({ 'Content-Encoding': 'gzip' }, [400], acceptingGzip),
    ],
  }),
  ...faults('accept-json-served', {
    'accept-any-refused': [
      'returns 406 for Accept: */*',
      'HD09',
      refuse(({ headers: { accept } }) => accept === '*/*'),
    ],
    'accept-none-refused': ['returns 406 for a request without Accept', 'HD09', refuse(withoutAccept)],
  }),
  ...faults('accept-forms-served', {
    'accept-list-refused': [
      'returns 406 for a weighted list in Accept',
      'HD10',
      refuse(({ headers: { accept = '' } }) => accept.includes('q=')),
    ],
    'accept-case-refused': [
      'returns 406 for Application/JSON in Accept',
      'HD10',
      refuse(({ headers: { accept = '' } }) => accept.startsWith('A')),
    ],
  }),
]
