import { closingConnection, type When, whileConcurrent, withoutLimit } from '../when.ts'

/** A condition for unusual behaviour: a property of a request, or the server's state. */
export type Condition = {
  id: string
  /** Completes "a server that does something …". */
  when: string
  holds: When
  /** Set if the correct server refuses requests that meet this condition. */
  isRefused?: true
}

const INT32_MAX = 2 ** 31 - 1

const limits: readonly Condition[] = [
  condition('limit-none', 'without a limit', withoutLimit),
  condition('limit-one', 'for limit=1', ({ limit }) => limit === 1),
  condition('limit-between', 'for limits from 2 to 18', ({ limit = 0 }) => limit > 1 && limit < 19),
  condition('limit-all-but-one', 'for limit=19', ({ limit }) => limit === 19),
  condition('limit-all', 'for 20 ≤ limit < 2147483647', ({ limit = 0 }) => limit >= 20 && limit < INT32_MAX),
  condition('limit-max', 'for limit=2147483647', ({ limit }) => limit === INT32_MAX),
  condition('limit-open', 'for limit=0', ({ limits }) => limits[0] === '0'),
  {
    ...condition(
      'limit-invalid',
      'for limits that are not integers of at most ten digits',
      ({ limits: [first] }) => first !== undefined && !/^-?\d{1,10}$/.test(first),
    ),
    isRefused: true,
  },
]

const queries: readonly Condition[] = [
  condition(
    'query-encoded',
    'for a percent-encoded limit',
    ({ query, limit }) => limit !== undefined && /=%3/.test(query),
  ),
  condition('query-among-others', 'when the query has the parameter kit', ({ query }) =>
    query.includes('kit'),
  ),
  condition('query-empty-end', 'for a query that ends with an ampersand', ({ query }) => query.endsWith('&')),
]

const ADDED =
  'accept-charset origin referer cookie cache-control content-type x-requested-with sec-fetch-mode x-forwarded-for via traceparent if-modified-since'.split(
    ' ',
  )

const headers: readonly Condition[] = [
  header('accept', 'absent', (value) => value === undefined),
  header('accept', 'any', (value) => value === '*/*'),
  header('accept', 'application', (value) => value === 'application/*'),
  header('accept', 'list', (value = '') => /, text\/plain/.test(value)),
  header('accept', 'weights', (value = '') => /json;q=/.test(value)),
  header('accept', 'spelling', (value = '') => /charset/.test(value)),
  header('accept', 'html', (value) => value === 'text/html'),
  header('accept-encoding', 'absent', (value) => value === undefined),
  header('accept-encoding', 'gzip', (value) => value === 'gzip'),
  header('accept-encoding', 'browser', (value = '') => /br/.test(value)),
  header('accept-encoding', 'no-gzip', (value) => value === 'gzip;q=0'),
  header('accept-encoding', 'any-but-gzip', (value = '') => /\*|^deflate$/.test(value)),
  header('accept-language', 'present', (value = '') => /tr-TR|^\*$/.test(value)),
  header('accept-language', 'empty', (value) => value === ''),
  header('accept-language', 'repeated', (value = '') => /^fr, /.test(value)),
  header('user-agent', 'absent', (value) => value === undefined),
  header('user-agent', 'browser', (value = '') => /Mozilla/.test(value)),
  header('range', 'bytes', (value = '') => value.startsWith('bytes=')),
  header('if-none-match', 'foreign', (value = '') => value.startsWith('"')),
  header('if-none-match', 'own', (value = '') => value.startsWith('W/')),
  header('if-none-match', 'any', (value) => value === '*'),
  ...ADDED.map((name) => header(name, 'present', (value) => value !== undefined)),
]

const connections: readonly Condition[] = [
  condition('user-other', 'for the second user', ({ user }) => user === 'second'),
  condition('credentials-other-case-name', 'for the header name in lower or upper case', ({ lines }) =>
    lines.some((line) => /^(?:authorization|AUTHORIZATION):/.test(line)),
  ),
  condition(
    'credentials-other-case-scheme',
    'for the scheme bearer in lower or upper case',
    ({ headers: { authorization = '' } }) => /^(?:bearer|BEARER) /.test(authorization),
  ),
  condition('http-close', 'if the Connection header is close', closingConnection),
  condition('http-1.0', 'for HTTP/1.0', ({ version }) => version === '1.0'),
  condition('position-first', 'on the first request of a connection', isNth(0)),
  condition('position-second', 'on the second request of a connection', isNth(1)),
  condition('position-third', 'on the third request of a connection', isNth(2)),
  condition(
    'position-later',
    'for the tenth and later requests of a connection',
    ({ requestsOnConnection }) => requestsOnConnection > 8,
  ),
  condition('together-2', 'while it handles another request', whileConcurrent),
  condition('together-8', 'for three or more concurrent requests', ({ concurrent }) => concurrent > 2),
  condition('together-24', 'for four or more concurrent requests', ({ concurrent }) => concurrent > 3),
]

export const conditions: readonly Condition[] = [...limits, ...queries, ...headers, ...connections]

function condition(id: string, when: string, holds: When): Condition {
  return { id, when, holds }
}

function header(name: string, value: string, matches: (value: string | undefined) => boolean): Condition {
  return condition(`${name}-${value}`, `for ${name}=${value}`, (request) => matches(request.headers[name]))
}

/** Creates a condition: there were this number of earlier requests on the connection. */
function isNth(earlier: number): When {
  return ({ requestsOnConnection }) => requestsOnConnection === earlier
}
