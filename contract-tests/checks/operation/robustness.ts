import type { Contract } from '../../../src/contract/contract.ts'
import type { Check } from '../../../src/judge/check.ts'
import { type Failure, isAnswered } from '../../../src/judge/exchange.ts'
import { isDropped } from '../../../src/judge/silence.ts'
import {
  BROKEN_PLAIN_REQUESTS,
  hasCondition,
  headerValues,
  isCrash,
  isMalformed,
  isOddOnlyIn,
  isOneOffTimeout,
  isProbe,
  isRejection,
  readMediaType,
} from '../exchanges.ts'
import { headerViolation, statusViolation, whenAnswered } from '../whenAnswered.ts'

/** Creates the checks for requests with an unusual size or form. */
export const createRobustnessChecks = (contract: Contract): readonly Check[] => [
  {
    id: 'limit-not-in-header',
    title: 'Does not turn a line break in `limit` into a header',
    level: 'MUST',
    requirement: {
      standard: 'RFC 9112 section 11.1',
      text: 'Data from a request must not add headers or responses',
    },
    sent: 'a limit that contains an encoded line break, followed by an X-Kit header',
    fix: 'Remove line breaks from query values before you copy the values into headers, or copy no values.',
    requires: 'a response to a limit that contains a line break',
    applies: (exchange) => isProbe(exchange, 'bad-limit/line-break') && isAnswered(exchange),
    judge: (exchange) =>
      headerValues(exchange, 'x-kit').length === 0
        ? []
        : headerViolation(
            exchange,
            'X-Kit',
            `the server copies a line break from ${contract.limit.name} into a header, so a link can add headers or whole responses`,
            'no such header',
          ),
  },
  createSurvivalCheck({
    id: 'long-query-survived',
    title: 'Responds to a query of eight kilobytes',
    fix: 'Return a 414 or a 400 for a query that is too long, and do not close the connection without a response.',
    requirement: {
      standard: 'RFC 9110 section 4.1',
      text: 'Servers should support URIs of at least 8000 bytes',
    },
    sent: 'a limit of 8000 digits',
    requires: 'a server that receives the long query',
    probe: 'bad-limit/eight-kilobytes',
    failures: ['empty', 'reset', 'timeout'],
  }),
  createSurvivalCheck({
    id: 'long-field-survived',
    title: 'Survives a long header',
    fix: 'Return a 431 for headers that are too large, and do not crash.',
    requirement: { standard: 'RFC 6585 section 5', text: 'A server may refuse too large headers with a 431' },
    sent: 'a header of 20,000 bytes',
    requires: 'a server that receives the long header',
    probe: 'field/long',
    // Instead of sending a 431, the server may also close the connection.
    failures: ['timeout'],
  }),
  {
    id: 'version-1.0-not-chunked',
    title: 'Sends no chunks to an HTTP/1.0 client',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9112 section 6.1',
      text: 'A server sends Transfer-Encoding only if the request is HTTP/1.1 or later',
    },
    sent: 'the documented request, with the version HTTP/1.0',
    fix: 'If the request is HTTP/1.0, send no Transfer-Encoding. Send a Content-Length, or close the connection after the body.',
    requires: 'a response to the HTTP/1.0 request',
    // If the server's own code writes chunks, every client gets chunks, and mistakes in the chunks explain this violation.
    explainedBy: ['framing-complete', 'framing-one-way', 'framing-chunks'],
    applies: (exchange) => hasCondition(exchange, 'http', '1.0') && isAnswered(exchange),
    judge: (exchange) =>
      headerValues(exchange, 'transfer-encoding').map((actual) => ({
        message: 'the response has Transfer-Encoding, but HTTP/1.0 clients treat chunk sizes as data',
        pointer: 'Transfer-Encoding',
        expected: 'a Content-Length, or a body that ends when the connection closes',
        actual,
      })),
  },
  {
    id: 'path-encoding-equal',
    title: 'Decodes a percent-encoded letter in the path',
    level: 'INFO',
    requirement: {
      standard: 'RFC 3986 section 2.3',
      text: 'Two URIs are equivalent if they differ only in the percent-encoding of letters',
    },
    sent: 'the path with one letter percent-encoded',
    fix: 'Decode percent-encoded letters in the path before you look for the route.',
    requires: 'a response to the encoded path',
    applies: (exchange, facts) => isProbe(exchange, 'path/encoded') && isAnswered(exchange) && facts.served,
    judge: whenAnswered((exchange) => {
      const { status } = exchange.response
      if (!isRejection(status) && !isCrash(status)) return []
      const { pathname } = new URL(exchange.url)
      return statusViolation(exchange, `the server treats ${pathname} as a different path`, '200')
    }),
  },
  {
    id: 'target-absolute-accepted',
    title: 'Accepts the whole URL in the request line, or returns a 403',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9112 section 3.2.2',
      text: 'A server accepts the absolute form of the request target',
    },
    sent: 'the request with the whole URL in its request line, as in requests to a proxy',
    fix: 'Remove the scheme and the host from the request target before you look for the route. If a proxy refuses the request, change its configuration.',
    requires: 'a response to the request with the whole URL',
    after: [...BROKEN_PLAIN_REQUESTS, 'pipeline-in-order'],
    applies: (exchange, facts) =>
      isProbe(exchange, 'target/absolute') && isAnswered(exchange) && facts.served,
    judge: whenAnswered((exchange) => {
      const { status } = exchange.response
      // A firewall may refuse to act as a proxy.
      if ((!isRejection(status) && !isCrash(status)) || status === 403) return []
      return statusViolation(
        exchange,
        `GET ${exchange.url} HTTP/1.1 does not work, but the path alone works`,
        '200',
      )
    }),
  },
  {
    id: 'user-agent-not-needed',
    title: 'Serves a request without User-Agent',
    level: 'INFO',
    requirement: {
      standard: 'RFC 9110 section 10.1.5',
      text: 'Clients should send User-Agent, but do not have to',
    },
    sent: 'the request without User-Agent',
    fix: 'Serve requests without User-Agent. Check the rules of firewalls and bot filters.',
    requires: 'a response to the request without User-Agent',
    after: BROKEN_PLAIN_REQUESTS,
    applies: (exchange, facts) =>
      hasCondition(exchange, 'user-agent', 'absent') &&
      exchange.probe.limit === 'absent' &&
      isAnswered(exchange) &&
      facts.served &&
      isOddOnlyIn(exchange, 'user-agent', facts),
    judge: whenAnswered((exchange) =>
      isRejection(exchange.response.status)
        ? statusViolation(exchange, 'the server refuses a request without User-Agent', '200')
        : [],
    ),
  },
  {
    id: 'gateway-error-form',
    title: 'Returns an Error even if a gateway sends the 400',
    level: 'INFO',
    requirement: { text: 'A 400 from the operation is an Error', pointer: contract.error.pointer },
    sent: 'a header of 20,000 bytes, and two Authorization headers',
    fix: 'Configure the gateway so that its error page is a JSON object with "error" and "message".',
    requires: 'a 400 to a long header or to two Authorization headers',
    applies: (exchange) => isMalformed(exchange) && exchange.response?.status === 400,
    judge: whenAnswered((exchange, facts) => {
      const body = facts.analyse(exchange)
      const isError = body.syntaxProblem === undefined && body.length > 0 && body.violations(400).length === 0
      if (isError && readMediaType(exchange)?.essence === contract.error.mediaType) return []
      return statusViolation(
        exchange,
        'the 400 is not an Error, probably because a gateway or web server sends it',
        'an Error',
      )
    }),
  },
]

type SurvivalCheck = Pick<Check, 'id' | 'title' | 'requirement' | 'sent' | 'fix' | 'requires'> & {
  probe: string
  /** Failures that are violations. After other failures, the kit does not know whether the request reached the server. */
  failures: readonly Failure['kind'][]
}

/** Creates a check of whether a large request gets a response. */
function createSurvivalCheck({ probe, failures, ...check }: SurvivalCheck): Check {
  return {
    ...check,
    level: 'SHOULD',
    explainedBy: ['limit-outside-no-crash'],
    after: BROKEN_PLAIN_REQUESTS,
    applies: (exchange) =>
      isProbe(exchange, probe) && (isAnswered(exchange) || failures.includes(exchange.failure.kind)),
    judge: (exchange, facts) => {
      const { response, failure } = exchange
      if (isOneOffTimeout(exchange, facts) || isDropped(exchange, facts.exchanges)) return []
      if (response && !isCrash(response.status)) return []
      const actual = failure?.message ?? response?.statusLine ?? ''
      const message = `${check.sent} makes the server fail: ${actual}`
      return [{ message, pointer: 'status', expected: '200 or 4xx', actual }]
    },
  }
}
