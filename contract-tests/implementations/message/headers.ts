import { changeResponses, replacePlants, setHeaders } from '../change.ts'
import { type Fault, faults, type Variation, valid } from '../implementation.ts'
import { defaultPlants } from '../plants.ts'
import { errorResponse, jsonResponse, withHeaders } from '../response.ts'
import { addHeaders, changeHeaders, rewrite } from '../rewrite.ts'
import { limitTextIs, once } from '../when.ts'

const abcOnce = once(limitTextIs('abc'))

/** Faulty servers that send headers with malformed values, or Strict-Transport-Security over plain HTTP. */
export const headerFaults: readonly Fault[] = [
  ...faults('date-valid', {
    'date-wrong: writes Date in ISO 8601 format': setHeaders({ Date: '2026-11-21T10:00:00Z' }),
    'last-modified-utc: writes Last-Modified with UTC instead of GMT': setHeaders(
      { 'Last-Modified': 'Sat, 21 Nov 2026 10:00:00 UTC' },
      [200],
    ),
    'last-modified-local: sends Last-Modified in the local time of another zone, two hours after Date':
      setHeaders({ 'Last-Modified': new Date(Date.now() + 2 * 60 * 60 * 1000).toUTCString() }, [200]),
    'date-localised: writes the weekday of its Date in German': setHeaders({
      Date: 'So, 22 Nov 2026 10:00:00 GMT',
    }),
  }),
  ...faults('retry-after-valid', {
    'retry-after-words: sends Retry-After: soon with its 400': setHeaders({ 'Retry-After': 'soon' }, [400]),
    'retry-after-words-once: returns 503 with Retry-After: soon to the first request with limit=abc':
      changeResponses(
        () => errorResponse(503, 'busy', { 'Retry-After': 'soon' }),
        (request, memory, { status }) => status === 400 && abcOnce(request, memory),
      ),
    'retry-after-fraction: sends Retry-After: 0.493 with its 400': setHeaders(
      { 'Retry-After': '0.493' },
      [400],
    ),
  }),
  ...faults('etag-well-formed', {
    'etag-bare: writes its ETag without quotation marks': setHeaders({ ETag: 'abc' }, [200]),
    'etag-weak-twice: marks its ETag as weak twice': setHeaders({ ETag: 'W/W/"a"' }, [200]),
    'etag-weak-in-lower-case: writes the W of a weak ETag in lower case': setHeaders(
      { ETag: 'w/"a"' },
      [200],
    ),
  }),
  ...faults('hsts-over-tls-only', {
    'hsts-over-http: sends Strict-Transport-Security over plain HTTP': setHeaders(
      { 'Strict-Transport-Security': 'max-age=1' },
      [200],
    ),
  }),
]

const OLD = 'Thu, 01 Jan 1970 00:00:00 GMT'

/** Valid servers whose headers are unusual, or whose proxy changes the status. */
export const headerVariations: readonly Variation[] = [
  ...valid('V52', {
    'hsts-as-proxied: sends Strict-Transport-Security if X-Forwarded-Proto says that the client uses TLS': {
      respond: ({ headers }, correct) =>
        headers['x-forwarded-proto'] === 'https'
          ? withHeaders(correct, { 'Strict-Transport-Security': 'max-age=31536000' })
          : correct,
    },
    'names-lower-case: writes header names in lower case': rewrite(
      changeHeaders((name, value) => `${name.toLowerCase()}: ${value}`),
    ),
    'names-upper-case: writes header names in upper case without a space after the colon': rewrite(
      changeHeaders((name, value) => `${name.toUpperCase()}:${value}`),
    ),
    'white-space-around-values: puts tabs and spaces around header values': rewrite(
      changeHeaders((name, value) => `${name}: \t  ${value} \t `),
    ),
    'order-of-fields: sends its headers in reverse order': rewrite(([first = '', ...lines], body) => ({
      lines: [first, ...lines.toReversed()],
      body,
    })),
  }),
  ...valid('V50 V52', {
    'unknown-fields: sends headers with unusual names and values': rewrite(
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
    'usual-fields (V50 V52 V66 V70 V75): sends headers that gateways often add': rewrite(
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
  }),
  ...valid('V52', {
    'software-in-fields: names its software in a header': setHeaders({ 'X-Powered-By': 'ASP.NET' }),
    'fields-in-lines: sends Vary and Cache-Control twice each': rewrite(
      addHeaders(
        'Vary: Origin',
        'Vary: Accept-Encoding',
        'Cache-Control: private',
        'Cache-Control: no-cache',
      ),
    ),
    'head-without-length (V63): omits Content-Length from its responses to HEAD': rewrite(
      (lines, body, { method }) => ({
        lines: method === 'HEAD' ? lines.filter((line) => !line.startsWith('Content-Length')) : lines,
        body,
      }),
    ),
    'cookies: sets cookies with every response': rewrite(
      addHeaders(
        'Set-Cookie: session=abc; Path=/; HttpOnly',
        'Set-Cookie: lb=1; Expires=Wed, 21 Oct 2050 07:28:00 GMT',
      ),
    ),
    'many-fields: sends a thousand headers': rewrite(
      addHeaders(...Array.from({ length: 1_000 }, (_, index) => `X-Field-${index}: ${index}`)),
    ),
    'long-field: sends a header of a hundred kilobytes': rewrite(
      addHeaders(`X-Long: ${'x'.repeat(100_000)}`),
    ),
  }),
  ...valid('HD12', {
    'no-clock: has no clock and sends no Date': {
      difference: rewrite(([first = '', ...lines], body) => ({
        lines: [first, ...lines.filter((line) => !line.startsWith('Date'))],
        body,
      })),
      warns: ['date-valid'],
    },
    'wrong-clock (V75): sends dates from 1970': setHeaders({ Date: OLD, Expires: OLD, 'Last-Modified': OLD }),
    'upgrade-offered (V60): offers to upgrade to other protocols': setHeaders({
      Upgrade: 'h2c, websocket',
      Connection: 'Upgrade',
    }),
    'proxy-transforms (C49): sits behind a proxy that turns every 200 into a 203': {
      difference: replacePlants((request) => jsonResponse(203, defaultPlants.slice(0, request.limit))),
      warns: ['status-not-transformed'],
    },
  }),
]
