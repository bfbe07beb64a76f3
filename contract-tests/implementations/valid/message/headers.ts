import { replacePlants, setHeaders } from '../../change.ts'
import type { Variation } from '../../implementation.ts'
import { defaultPlants } from '../../plants.ts'
import { jsonResponse } from '../../response.ts'
import { addHeaders, changeHeaders, rewrite } from '../../rewrite.ts'

const OLD = 'Thu, 01 Jan 1970 00:00:00 GMT'

/** Header names, their order, and headers that the contract does not mention. */
export const headerVariations: readonly Variation[] = [
  {
    id: 'hsts-as-proxied',
    title: 'sends Strict-Transport-Security if X-Forwarded-Proto says that the client uses TLS',
    rows: ['V52'],
    difference: {
      respond: ({ headers }, correct) =>
        headers['x-forwarded-proto'] === 'https'
          ? { ...correct, headers: { ...correct.headers, 'Strict-Transport-Security': 'max-age=31536000' } }
          : correct,
    },
  },
  {
    id: 'names-lower-case',
    title: 'writes header names in lower case',
    rows: ['V52'],
    difference: rewrite(changeHeaders((name, value) => `${name.toLowerCase()}: ${value}`)),
  },
  {
    id: 'names-upper-case',
    title: 'writes header names in upper case without a space after the colon',
    rows: ['V52'],
    difference: rewrite(changeHeaders((name, value) => `${name.toUpperCase()}:${value}`)),
  },
  {
    id: 'white-space-around-values',
    title: 'puts tabs and spaces around header values',
    rows: ['V52'],
    difference: rewrite(changeHeaders((name, value) => `${name}: \t  ${value} \t `)),
  },
  {
    id: 'order-of-fields',
    title: 'sends its headers in reverse order',
    rows: ['V52'],
    difference: rewrite(([first = '', ...lines], body) => ({
      lines: [first, ...lines.toReversed()],
      body,
    })),
  },
  {
    id: 'unknown-fields',
    title: 'sends headers with unusual names and values',
    rows: ['V50', 'V52'],
    difference: rewrite(
      addHeaders(
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
    title: 'sends the headers that gateways add',
    rows: ['V50', 'V52', 'V66', 'V70', 'V75'],
    difference: rewrite(
      addHeaders(
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
    title: 'sets cookies with every response',
    rows: ['V52'],
    difference: rewrite(
      addHeaders(
        'Set-Cookie: session=abc; Path=/; HttpOnly',
        'Set-Cookie: lb=1; Expires=Wed, 21 Oct 2050 07:28:00 GMT',
      ),
    ),
  },
  {
    id: 'many-fields',
    title: 'sends a thousand headers',
    rows: ['V52'],
    difference: rewrite(
      addHeaders(...Array.from({ length: 1_000 }, (_, index) => `X-Field-${index}: ${index}`)),
    ),
  },
  {
    id: 'long-field',
    title: 'sends a header of a hundred kilobytes',
    rows: ['V52'],
    difference: rewrite(addHeaders(`X-Long: ${'x'.repeat(100_000)}`)),
  },
  {
    id: 'no-clock',
    title: 'has no clock and sends no Date',
    rows: ['HD12'],
    difference: rewrite(([first = '', ...lines], body) => ({
      lines: [first, ...lines.filter((line) => !line.startsWith('Date'))],
      body,
    })),
    warns: ['date-valid'],
  },
  {
    id: 'wrong-clock',
    title: 'sends dates from 1970',
    rows: ['V75'],
    difference: setHeaders({ Date: OLD, Expires: OLD, 'Last-Modified': OLD }),
  },
  {
    id: 'upgrade-offered',
    title: 'offers to upgrade to another protocol',
    rows: ['V60'],
    difference: setHeaders({ Upgrade: 'h2c, websocket', Connection: 'Upgrade' }),
  },
  {
    id: 'proxy-transforms',
    title: 'sits behind a proxy that turns every 200 into 203',
    rows: ['C49'],
    difference: replacePlants((request) => jsonResponse(203, defaultPlants.slice(0, request.limit))),
    warns: ['status-not-transformed'],
  },
]
