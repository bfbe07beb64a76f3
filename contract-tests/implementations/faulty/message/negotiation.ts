import { brotliCompressSync, gzipSync } from 'node:zlib'
import { changeResponses, refusePlants, setHeaders } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { faults } from '../../servers.ts'
import { acceptingGzip, type When, withoutAccept } from '../../when.ts'

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
  ...faults('coding-not-forced', 'HD07', {
    'gzip-although-excluded': [
      'compresses the body for a client that excludes gzip with a weight of 0',
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
      encode('gzip', gzipSync),
      { rows: 'HD07 C48' },
    ],
  }),
  ...faults('coding-decodes', 'HD08', {
    'gzip-declared-only': ['declares gzip but sends a plain body', encode('gzip', (body) => body)],
    'charset-as-coding': ['sends Content-Encoding: utf-8', encode('utf-8', (body) => body)],
    'gzip-undeclared': ['compresses without a Content-Encoding', encode(undefined, gzipSync)],
    'gzip-cut': ['cuts the compressed body short', encode('gzip', (body) => gzipSync(body).subarray(0, -12))],
    'brotli-as-gzip': ['declares gzip but sends Brotli', encode('gzip', brotliCompressSync)],
    'gzip-broken-when-asked': [
      'declares gzip but sends a plain body to clients that accept gzip',
      setHeaders({ 'Content-Encoding': 'gzip' }, [200], acceptingGzip),
    ],
    'error-gzip-declared-only': [
      'declares gzip but sends a plain 400 to clients that accept gzip',
      setHeaders({ 'Content-Encoding': 'gzip' }, [400], acceptingGzip),
    ],
  }),
  ...faults('accept-json-served', 'HD09', {
    'accept-any-refused': [
      'returns 406 for Accept: */*',
      refuse(({ headers: { accept } }) => accept === '*/*'),
    ],
    'accept-none-refused': ['returns 406 for a request without Accept', refuse(withoutAccept)],
  }),
  ...faults('accept-forms-served', 'HD10', {
    'accept-list-refused': [
      'returns 406 for a weighted list in Accept',
      refuse(({ headers: { accept = '' } }) => accept.includes('q=')),
    ],
    'accept-case-refused': [
      'returns 406 for Application/JSON in Accept',
      refuse(({ headers: { accept = '' } }) => accept.startsWith('A')),
    ],
  }),
]
