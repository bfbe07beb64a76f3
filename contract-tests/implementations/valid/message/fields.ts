import { json } from '../../answer.ts'
import { fields as given, insteadOfPlants } from '../../change.ts'
import type { Variation } from '../../implementation.ts'
import { eachField, moreLines, rewritten } from '../../message.ts'
import { defaultPlants } from '../../plants.ts'

const mediaType = (id: string, value: string, title: string): Variation => ({
  id,
  title,
  rows: ['V51'],
  difference: given({ 'Content-Type': value }),
})
const OLD = 'Thu, 01 Jan 1970 00:00:00 GMT'

/** Header fields: media types, names, order, and fields that nobody asked for. */
export const fields: readonly Variation[] = [
  mediaType('charset-utf-8', 'application/json; charset=utf-8', 'adds charset=utf-8 to the media type'),
  mediaType('charset-quoted', 'application/json ;CharSet="UTF-8"', 'adds a charset in quotation marks'),
  mediaType('media-type-upper-case', 'Application/JSON', 'writes the media type in mixed case'),
  mediaType(
    'media-type-parameters',
    'application/json;v=1;profile="https://a/b;c, \\"d\\""',
    'adds parameters to the media type',
  ),
  mediaType('media-type-semicolon', 'application/json;', 'ends the media type with a semicolon'),
  {
    id: 'names-lower-case',
    title: 'writes field names in lower case',
    rows: ['V52'],
    difference: rewritten(eachField((name, value) => `${name.toLowerCase()}: ${value}`)),
  },
  {
    id: 'names-upper-case',
    title: 'writes field names in upper case without a space behind them',
    rows: ['V52'],
    difference: rewritten(eachField((name, value) => `${name.toUpperCase()}:${value}`)),
  },
  {
    id: 'white-space-around-values',
    title: 'has tabs and spaces around every value',
    rows: ['V52'],
    difference: rewritten(eachField((name, value) => `${name}: \t  ${value} \t `)),
  },
  {
    id: 'order-of-fields',
    title: 'sends its fields in reverse order',
    rows: ['V52'],
    difference: rewritten(([first = '', ...lines], body) => ({
      lines: [first, ...lines.toReversed()],
      body,
    })),
  },
  {
    id: 'unknown-fields',
    title: 'sends fields of every odd name and value',
    rows: ['V50', 'V52'],
    difference: rewritten(
      moreLines(
        "!#$%&'*+-.^_`|~: odd",
        'X-Empty:',
        'X-Bytes: \u00e9\u00ff "',
        '1: 2',
        'X-Status: HTTP/1.1 500 Oops',
        '__proto__: x',
        'constructor: y',
        'X-Content-Length: 3',
      ),
    ),
  },
  {
    id: 'usual-fields',
    title: 'sends what gateways add',
    rows: ['V50', 'V52', 'V66', 'V70', 'V75'],
    difference: rewritten(
      moreLines(
        'Link: </plants?page=2>; rel="next"',
        'X-Total-Count: 20',
        'RateLimit: "default";r=50;t=30',
        'X-RateLimit-Remaining: 0',
        'Deprecation: @1688169599',
        'Sunset: Sat, 31 Dec 2050 23:59:59 GMT',
        "Content-Security-Policy: default-src 'none'",
        'Alt-Svc: h3=":443"; ma=86400',
        'Via: 1.1 a, 1.0 b',
        'Age: 0',
        'Vary: Accept-Encoding, Origin',
        'X-Content-Type-Options: nosniff',
        'Server: plants',
        'Keep-Alive: timeout=5',
      ),
    ),
  },
  {
    id: 'cookies',
    title: 'sets cookies with every answer',
    rows: ['V52'],
    difference: rewritten(
      moreLines(
        'Set-Cookie: session=abc; Path=/; HttpOnly',
        'Set-Cookie: lb=1; Expires=Wed, 21 Oct 2050 07:28:00 GMT',
      ),
    ),
  },
  {
    id: 'many-fields',
    title: 'sends a thousand fields',
    rows: ['V52'],
    difference: rewritten(
      moreLines(...Array.from({ length: 1_000 }, (_, index) => `X-Field-${index}: ${index}`)),
    ),
  },
  {
    id: 'long-field',
    title: 'sends a field of a hundred kilobytes',
    rows: ['V52'],
    difference: rewritten(moreLines(`X-Long: ${'x'.repeat(100_000)}`)),
  },
  {
    id: 'no-clock',
    title: 'has no clock, and so no Date',
    rows: ['HD12'],
    difference: rewritten(([first = '', ...lines], body) => ({
      lines: [first, ...lines.filter((line) => !line.startsWith('Date'))],
      body,
    })),
    warns: ['date-valid'],
  },
  {
    id: 'wrong-clock',
    title: 'lives in 1970',
    rows: ['V75'],
    difference: given({ Date: OLD, Expires: OLD, 'Last-Modified': OLD }),
  },
  {
    id: 'expired-long-ago',
    title: 'expires at once, and is old',
    rows: ['V75'],
    difference: given({ Expires: '0', Age: '2147483648' }),
  },
  {
    id: 'no-store',
    title: 'forbids to store its answers',
    rows: ['V66'],
    difference: given({ 'Cache-Control': 'no-store', Pragma: 'no-cache' }),
  },
  {
    id: 'private-cache',
    title: 'lets browsers store its answers',
    rows: ['V66'],
    difference: given({ 'Cache-Control': 'private, max-age=60, stale-while-revalidate=30, x="a, public"' }),
  },
  {
    id: 'cors-any',
    title: 'lets every origin read',
    rows: ['V70'],
    difference: given({ 'Access-Control-Allow-Origin': '*' }),
  },
  {
    id: 'upgrade-offered',
    title: 'offers to upgrade to another protocol',
    rows: ['V60'],
    difference: given({ Upgrade: 'h2c, websocket', Connection: 'Upgrade' }),
  },
  {
    id: 'proxy-transforms',
    title: 'is behind a proxy that marks every answer with 203',
    rows: ['C49'],
    difference: insteadOfPlants((ask) => json(203, defaultPlants.slice(0, ask.limit))),
    warns: ['status-not-transformed'],
  },
  {
    id: 'public-cache',
    title: 'lets shared caches store its answers',
    rows: ['C55'],
    difference: given({ 'Cache-Control': 'public, max-age=0' }),
    warns: ['cache-private'],
  },
  {
    id: 'coding-identity',
    title: 'says that its content coding is identity',
    rows: ['V57'],
    difference: given({ 'Content-Encoding': 'identity' }),
  },
  {
    id: 'vary-everything',
    title: 'varies by everything',
    rows: ['V66'],
    difference: given({ Vary: '*', 'Cache-Control': 'max-age=60, private="x-y"' }),
  },
]
