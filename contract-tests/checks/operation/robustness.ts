import type { Exchange } from '../../../src/harness/exchange.ts'
import type { CheckDefinition } from '../define.ts'
import {
  answered,
  fieldOf,
  inContract,
  inStandard,
  isAnswered,
  isPause,
  isServed,
  statusViolation,
} from '../define.ts'

const is = (exchange: Exchange, id: string): boolean => exchange.probe.id === id
const CRASH = new Set([500, 501])

/** Requests that are odd in their size or their form: they must not harm anybody. */
export const robustness: readonly CheckDefinition[] = [
  {
    id: 'limit-not-in-header',
    title: 'A line break in limit does not become a header line',
    level: 'MUST',
    clause: inStandard('RFC 9112 section 11.1', 'Whatever comes in must not split the answer'),
    rows: ['SE01', 'C63'],
    sent: 'a limit with an encoded line break and the field X-Kit behind it',
    expected: 'no field X-Kit in the answer',
    requires: 'an answer to such a limit',
    applies: (exchange) => is(exchange, 'bad-limit/line-break') && isAnswered(exchange),
    judge: (exchange) =>
      fieldOf(exchange, 'x-kit').length === 0
        ? []
        : [
            {
              message: 'a line break in limit ends a header line: a link can add fields and whole answers',
              pointer: 'X-Kit',
              expected: 'no such field',
              actual: fieldOf(exchange, 'x-kit').join(', '),
            },
          ],
  },
  survives(
    'long-query-survived',
    'A query of eight kilobytes is answered',
    'RFC 9110 section 4.1',
    'URIs of 8000 bytes should be supported; what is too long gets a 414',
    ['RB01', 'C52'],
    'a limit of 8000 digits',
    (exchange) => is(exchange, 'bad-limit/eight-kilobytes'),
    ['empty', 'reset', 'timeout'],
  ),
  survives(
    'long-field-survived',
    'A long header field does no harm',
    'RFC 6585 section 5',
    'Fields that are too large get a 431',
    ['RB02', 'C53'],
    'a field of 20,000 bytes',
    (exchange) => is(exchange, 'field/long'),
    // To close the connection is an answer too.
    ['timeout'],
  ),
  {
    id: 'version-1.0-not-chunked',
    title: 'An HTTP/1.0 client gets no chunks',
    level: 'SHOULD',
    clause: inStandard(
      'RFC 9112 section 6.1',
      'Transfer-Encoding is not sent unless the request is HTTP/1.1 or later',
    ),
    rows: ['FR06'],
    sent: 'the request as HTTP/1.0',
    expected: 'no Transfer-Encoding',
    requires: 'an answer to the HTTP/1.0 request',
    applies: (exchange) => is(exchange, 'version/1.0') && isAnswered(exchange),
    judge: (exchange) =>
      fieldOf(exchange, 'transfer-encoding').map((actual) => ({
        message: 'the answer to HTTP/1.0 comes in chunks, which such a client takes for the body',
        pointer: 'Transfer-Encoding',
        expected: 'a Content-Length, or the end of the connection',
        actual,
      })),
  },
  {
    id: 'path-encoding-equal',
    title: 'An encoded letter of the path is that letter',
    level: 'INFO',
    clause: inStandard('RFC 3986 section 2.3', 'URIs that differ in the encoding of letters are equivalent'),
    rows: ['SE16'],
    sent: 'the path with one letter percent-encoded',
    expected: 'the same status as without',
    requires: 'an answer to the encoded path',
    applies: (exchange, facts) => is(exchange, 'path/encoded') && isAnswered(exchange) && isServed(facts),
    judge: answered((exchange) =>
      exchange.response.status >= 400 && exchange.response.status !== 429
        ? [
            statusViolation(
              exchange,
              '200',
              `${new URL(exchange.url).pathname} is another path for this server`,
            ),
          ]
        : [],
    ),
  },
  {
    id: 'user-agent-not-needed',
    title: 'A client need not say what it is',
    level: 'INFO',
    clause: inStandard('RFC 9110 section 10.1.5', 'Clients should send User-Agent, and need not'),
    rows: ['OP11'],
    sent: 'the request without User-Agent',
    expected: 'the same status as with it',
    requires: 'an answer to the request without User-Agent',
    applies: (exchange, facts) => is(exchange, 'agent/none') && isAnswered(exchange) && isServed(facts),
    judge: answered((exchange) =>
      exchange.response.status >= 400 && exchange.response.status < 500 && exchange.response.status !== 429
        ? [statusViolation(exchange, '200', 'a request without User-Agent is refused')]
        : [],
    ),
  },
  {
    id: 'gateway-error-form',
    title: 'A 400 from before the operation is an Error too',
    level: 'INFO',
    clause: inContract('A 400 of the operation is an Error', ({ error }) => error.pointer),
    rows: ['ER12'],
    sent: 'a field of 20,000 bytes',
    expected: 'an Error, or another status than 400',
    requires: 'a 400 to such a request',
    applies: (exchange) => is(exchange, 'field/long') && exchange.response?.status === 400,
    judge: answered((exchange, facts) => {
      const { body, mediaType } = facts.analyse(exchange)
      const isError = body.syntaxProblem === undefined && body.length > 0 && body.error.length === 0
      if (isError && mediaType?.essence === facts.contract.error.mediaType) return []
      return [
        statusViolation(exchange, 'an Error', 'the server in front of the operation has a 400 of its own'),
      ]
    }),
  },
]

/** A check that a request which is too large is answered somehow. */
function survives(
  id: string,
  title: string,
  standard: string,
  text: string,
  rows: readonly string[],
  sent: string,
  concerns: (exchange: Exchange) => boolean,
  failures: readonly string[],
): CheckDefinition {
  return {
    id,
    title,
    level: 'SHOULD',
    clause: inStandard(standard, text),
    rows,
    sent,
    expected: 'an answer in time, other than 500 and 501',
    requires: 'such a request that reached the server',
    supersededBy: ['limit-outside-no-crash'],
    applies: (exchange) =>
      concerns(exchange) && (isAnswered(exchange) || failures.includes(exchange.failure.kind)),
    judge: (exchange, facts) => {
      const { response, failure } = exchange
      if (isPause(exchange, facts)) return []
      if (response && !CRASH.has(response.status)) return []
      const actual = failure?.message ?? response?.statusLine ?? ''
      return [
        { message: `${sent} is too much: ${actual}`, pointer: 'status', expected: '200 or 4xx', actual },
      ]
    },
  }
}
