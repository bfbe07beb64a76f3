import { changeResponses } from '../change.ts'
import { type Difference, type Fault, faults, type Variation, valid } from '../implementation.ts'
import { errorResponse, htmlResponse, type IncomingRequest, withHeaders } from '../response.ts'
import { closeWhen, ends } from '../rewrite.ts'
import { responseBytes } from '../startImplementation.ts'

const hasLongHeader = ({ lines }: IncomingRequest): boolean => lines.some((line) => line.length > 16_384)

/** Faulty servers that cannot handle long, old or unusual requests, or fail after such a request. */
export const robustnessFaults: readonly Fault[] = [
  ...faults('limit-not-in-header', {
    'header-injection: copies limit into a header unescaped': changeResponses(
      (response, { limits: [limit = ''] }) => withHeaders(response, { 'X-Limit': limit }),
      ({ limits }) => limits.length > 0,
    ),
  }),
  ...faults('long-query-survived', {
    'long-query-reset: closes the connection for a query of more than 4,000 characters': {
      bytes: (request, response) =>
        request.query.length > 4_000 ? undefined : responseBytes(request, response),
    },
  }),
  ...faults('long-field-survived', {
    'long-field-crash: returns 500 for a header of more than 16 KiB': changeResponses(
      () => errorResponse(500, 'buffer overflow'),
      hasLongHeader,
    ),
  }),
  ...faults('version-1.0-not-chunked', {
    'chunks-for-1.0: sends a chunked body to an HTTP/1.0 client': changeResponses(
      ({ status, headers, body }) => {
        const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
        return { status, headers: { ...headers, 'Transfer-Encoding': 'chunked' }, body: chunk }
      },
      ({ version }) => version === '1.0',
    ),
  }),
  ...faults('path-encoding-equal', { 'path-not-decoded: does not percent-decode the path': {} }),
  ...faults('target-absolute-accepted', {
    'target-absolute-unknown: returns 404 for a request line with the whole URL': changeResponses(
      () => errorResponse(404, 'no such path'),
      ({ target }) => target.startsWith('http'),
    ),
  }),
  ...faults('user-agent-not-needed', {
    'user-agent-wanted: rejects clients that send no User-Agent': changeResponses(
      () => errorResponse(403, 'no bots'),
      ({ headers, user }) => headers['user-agent'] === undefined && user !== undefined,
    ),
  }),
  ...faults('gateway-error-form', {
    'long-field-page: returns 400 with an HTML page for a header of more than 16 KiB': changeResponses(
      () => htmlResponse(400, '<h1>Bad Request</h1>'),
      hasLongHeader,
    ),
  }),
  ...faults('health-after-bad-requests', {
    'worker-dies-of-letters: returns 500 to every valid request without a limit after limit=abc': {
      respond: ({ limits, user }, correct, memory) => {
        if (limits[0] === 'abc') memory.dead = 1
        return memory.dead === 1 && user !== undefined && limits.length === 0
          ? errorResponse(500, 'no')
          : correct
      },
    },
    'no-token-ends: exits at a GET without a token': ends(
      ({ method, headers }) => method === 'GET' && headers.authorization === undefined,
    ),
  }),
]

/** Returns whether a firewall would treat the query as an attack. */
const isSuspicious = ({ query }: IncomingRequest): boolean =>
  /%3C|%0[ad]|%FF|%EF|%5B|=%$|.{1000}/i.test(query)
const CLOSE = { Connection: 'close' }
const blocked = (status: number): Difference =>
  changeResponses(
    () => htmlResponse(status, '<html><h1>Request blocked</h1><p>Incident 4711</html>', CLOSE),
    isSuspicious,
  )

/** Valid servers that block unusual requests as firewalls do, send unusual error pages or repeat input. */
export const robustnessVariations: readonly Variation[] = [
  ...valid('V72', {
    'target-absolute-403: returns 403 for a request line with the whole URL': changeResponses(
      () => errorResponse(403, 'this is no proxy'),
      ({ target }) => target.startsWith('http'),
    ),
  }),
  ...[400, 403, 406, 414].map((status) => ({
    id: `firewall-${status}`,
    title: `returns ${status} with an HTML page to suspicious or long queries`,
    rows: ['V72', 'V73'],
    difference: blocked(status),
  })),
  ...valid('V72', {
    'firewall-closes: closes the connection for suspicious or long queries': {
      difference: closeWhen(isSuspicious),
      warns: ['long-query-survived'],
    },
  }),
  ...[401, 404, 406, 422].map((status) => ({
    id: `large-limit-${status}`,
    title: `returns ${status} with an HTML page to limits of more than four digits`,
    rows: ['V72'],
    difference: changeResponses(
      () => htmlResponse(status, '<h1>Blocked</h1>', { 'WWW-Authenticate': 'Bearer realm="a"' }),
      ({ query }) => /limit=\d{5}/.test(query),
    ),
  })),
  ...valid('V73 ER12 C41', {
    'two-authorizations-400: returns 400 with an HTML page to two Authorization headers': changeResponses(
      () => htmlResponse(400, '<h1>Bad Request</h1>'),
      ({ lines }) => lines.filter((line) => /^authorization:/i.test(line)).length > 1,
    ),
  }),
  ...[400, 413, 431, 494].map((status) => ({
    id: `long-field-${status}`,
    title: `returns ${status} with an HTML page to a request with more than 8,000 characters of headers`,
    rows: ['V72', 'V73', 'C53'],
    difference: changeResponses(
      () => htmlResponse(status, '<h1>Too long</h1>', CLOSE),
      ({ lines }) => lines.join().length > 8_000,
    ),
  })),
  ...valid('V72 C53', {
    'long-field-closes: closes the connection for a request with more than 8,000 characters of headers':
      closeWhen(({ lines }) => lines.join().length > 8_000),
    'wordy-pages (V22 SE03): returns error pages full of scripts, URLs, times and words that look like SQL':
      changeResponses(
        (response) => ({
          ...response,
          headers: { ...response.headers, 'Content-Type': 'text/html' },
          body: `<!doctype html><script src="/app/static/js/main.js"></script><link href='/build/page.aspx'>
<p>Select a plant from our catalogue, where you find them in order by name. Limit: 3.
<p>We are back at 2025/01/01 10:30:45, or at /status since 10:20:30. Exception: plants.php is unchanged.
<a href="/docs/errors/limit.php">Help</a> <a href="https://plants.example/src/app.js">Source</a>`,
        }),
        (_request, _memory, { status }) => [401, 404, 405].includes(status),
      ),
    'repeats-what-was-asked (V18 V50 SE01 SE02): repeats the limit in its Errors, and the unchanged query in Link and another header':
      {
        respond: ({ path, query, limits }, correct) => ({
          ...correct,
          headers: { ...correct.headers, 'X-Query': query, Link: `<${path}?${query}>; rel="self"` },
          body:
            correct.status === 400
              ? JSON.stringify({
                  error: 400,
                  message: `limit is ${limits.join(' and ')}, with /plants in mind`,
                })
              : correct.body,
        }),
      },
  }),
]
