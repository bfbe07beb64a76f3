import { brotliCompressSync, gzipSync } from 'node:zlib'
import { error } from '../../answer.ts'
import { answers, fields, insteadOfPlants, onTheWire } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { acceptingGzip, everyAnswer, inCompany, withLimit, withoutAccept } from '../../when.ts'
import { fault } from '../fault.ts'

const TYPE = 'content-type-json'
const type = (value: string | undefined): Difference => fields({ 'Content-Type': value })
/** Writes the Content-Type line of each 200 in another way. */
const line = (text: string): Difference =>
  onTheWire((head, body) => head.replace('Content-Type: application/json', text) + body)
/** Sends each 200 with this body in this coding. */
const coded = (coding: string | undefined, change: (body: Buffer) => Buffer): Difference =>
  answers(
    (answer) => ({
      ...answer,
      headers: { ...answer.headers, ...(coding !== undefined && { 'Content-Encoding': coding }) },
      body: change(Buffer.from(answer.body)),
    }),
    (_ask, _memory, { status }) => status === 200,
  )

/** Header fields of the documented answers that do not say what is due. */
export const headers: readonly Fault[] = [
  fault('type-missing', 'does not say its media type', 'content-type-present', 'HD01 C72', type(undefined)),
  fault(
    'type-missing-in-errors',
    'does not say the media type of its 400',
    'content-type-present',
    'HD01',
    fields({ 'Content-Type': undefined }, [400]),
  ),
  fault(
    'type-lost',
    'has a space before the colon of its Content-Type',
    'content-type-present',
    'HD13 HD01',
    line('Content-Type : application/json'),
  ),
  fault('type-html', 'says text/html', TYPE, 'HD02', type('text/html; charset=utf-8')),
  fault('type-text-json', 'says text/json', TYPE, 'HD02', type('text/json')),
  fault(
    'type-octets',
    'says application/octet-stream when a limit is given',
    TYPE,
    'HD02',
    fields({ 'Content-Type': 'application/octet-stream' }, [200], withLimit),
  ),
  fault('type-hal', 'says application/hal+json', TYPE, 'HD03', type('application/hal+json')),
  fault(
    'type-vendor',
    'says a media type of its own',
    TYPE,
    'HD03',
    type('application/vnd.plants+json; version=1'),
  ),
  fault(
    'type-without-accept',
    'says text/plain to a request without Accept',
    TYPE,
    'HD11',
    fields({ 'Content-Type': 'text/plain' }, [200], withoutAccept),
  ),
  fault(
    'type-one-in-thirty',
    'says text/html in one answer of thirty',
    TYPE,
    'HD02 CA09',
    fields({ 'Content-Type': 'text/html' }, [200], everyAnswer(30)),
  ),
  fault(
    'type-in-company',
    'says text/plain while it is busy',
    TYPE,
    'HD02',
    fields({ 'Content-Type': 'text/plain' }, [200], inCompany),
  ),
  fault(
    'type-twice-different',
    'says two media types',
    'content-type-single',
    'HD05',
    line('Content-Type: application/json\r\nContent-Type: text/html'),
  ),
  fault(
    'type-list',
    'says its media type twice in one field',
    'content-type-well-formed',
    'HD04',
    type('application/json, application/json'),
  ),
  fault(
    'type-twice',
    'says its media type in two fields',
    'content-type-well-formed',
    'HD04',
    line('Content-Type: application/json\r\nContent-Type: application/json'),
  ),
  fault(
    'charset-latin-1',
    'says charset=iso-8859-1 of UTF-8',
    'charset-true',
    'HD06',
    type('application/json; charset=iso-8859-1'),
  ),
  fault(
    'gzip-for-identity',
    'compresses for a client that accepts identity alone',
    'coding-not-forced',
    'HD07 C48',
    coded('gzip', gzipSync),
  ),
  fault(
    'gzip-declared-only',
    'says gzip of a plain body',
    'coding-decodes',
    'HD08',
    coded('gzip', (body) => body),
  ),
  fault(
    'charset-as-coding',
    'says utf-8 where the content coding belongs',
    'coding-decodes',
    'HD08',
    coded('utf-8', (body) => body),
  ),
  fault(
    'gzip-undeclared',
    'compresses without saying so',
    'coding-decodes',
    'HD08',
    coded(undefined, gzipSync),
  ),
  fault(
    'gzip-cut',
    'cuts the compressed body short',
    'coding-decodes',
    'HD08',
    coded('gzip', (body) => gzipSync(body).subarray(0, -12)),
  ),
  fault(
    'brotli-as-gzip',
    'says gzip of another coding',
    'coding-decodes',
    'HD08',
    coded('gzip', brotliCompressSync),
  ),
  fault(
    'gzip-broken-when-asked',
    'says gzip of a plain body to whoever accepts gzip',
    'coding-decodes',
    'HD08',
    fields({ 'Content-Encoding': 'gzip' }, [200], acceptingGzip),
  ),
  fault(
    'accept-any-refused',
    'refuses Accept: */*',
    'accept-json-served',
    'HD09',
    insteadOfPlants(
      () => error(406, 'no'),
      ({ headers: { accept } }) => accept === '*/*',
    ),
  ),
  fault(
    'accept-none-refused',
    'refuses a request without Accept',
    'accept-json-served',
    'HD09',
    insteadOfPlants(() => error(406, 'no'), withoutAccept),
  ),
  fault(
    'accept-list-refused',
    'refuses a weighted list in Accept',
    'accept-forms-served',
    'HD10',
    insteadOfPlants(
      () => error(406, 'no'),
      ({ headers: { accept = '' } }) => accept.includes('q='),
    ),
  ),
  fault(
    'accept-case-refused',
    'refuses Application/JSON in Accept',
    'accept-forms-served',
    'HD10',
    insteadOfPlants(
      () => error(406, 'no'),
      ({ headers: { accept = '' } }) => accept.startsWith('A'),
    ),
  ),
  fault(
    'date-wrong',
    'writes its Date in ISO 8601',
    'date-valid',
    'HD12',
    fields({ Date: '2026-11-21T10:00:00Z' }),
  ),
  fault(
    'etag-bare',
    'writes its ETag without quotation marks',
    'etag-well-formed',
    'HD16',
    fields({ ETag: 'abc' }, [200]),
  ),
  fault(
    'hsts-over-http',
    'asks for TLS over plain http',
    'hsts-over-tls-only',
    'HD17',
    fields({ 'Strict-Transport-Security': 'max-age=1' }, [200]),
  ),
  fault(
    'retry-after-words',
    'says when to retry in words',
    'retry-after-valid',
    'HD15',
    fields({ 'Retry-After': 'soon' }, [400]),
  ),
]
