import type { Contract } from '../../../src/contract/contract.ts'
import type { Check } from '../../../src/harness/check.ts'
import { whenAnswered, wrongStatus } from '../define.ts'
import {
  headerValues,
  isAnswered,
  isCrash,
  isProbe,
  isRefusable,
  isRejection,
  isSuccess,
} from '../exchanges.ts'

const requires = 'a token that is accepted'

/** In which forms the valid token is accepted, and how the server refuses requests without it. */
export const tokenForms = (contract: Contract): readonly Check[] => [
  {
    id: 'auth-field-name-any-case',
    title: 'Accepts the header name Authorization in any case',
    level: 'MUST',
    clause: {
      standard: 'RFC 9110 section 5.1',
      text: 'Header names are case-insensitive; HTTP/2 clients send them in lower case',
    },
    rows: ['AU13'],
    sent: 'the valid token in a header named `authorization`',
    expected: 'the same response as with `Authorization`',
    requires,
    applies: (exchange, facts) =>
      isProbe(exchange, 'auth/field-name') && isAnswered(exchange) && facts.served,
    judge: whenAnswered((exchange) =>
      exchange.response.status === 401 || exchange.response.status === 403
        ? [
            wrongStatus(exchange, {
              message: 'the token is refused because the header name is in lower case',
              expected: '200',
            }),
          ]
        : [],
    ),
  },
  {
    id: 'auth-scheme-any-case',
    title: 'Accepts the scheme Bearer in any case',
    level: 'SHOULD',
    clause: {
      standard: 'RFC 9110 section 11.1',
      text: 'The authentication scheme is case-insensitive',
    },
    rows: ['AU14'],
    sent: 'the valid token after `bearer`',
    expected: 'the same response as after `Bearer`',
    requires,
    applies: (exchange, facts) =>
      isProbe(exchange, 'auth/scheme-lower') && isAnswered(exchange) && facts.served,
    judge: whenAnswered((exchange) =>
      isRejection(exchange.response.status)
        ? [
            wrongStatus(exchange, {
              message: `the valid token is refused with ${exchange.probe.credential.label}`,
              expected: '200',
            }),
          ]
        : [],
    ),
  },
  {
    id: 'auth-scheme-needed',
    title: 'Refuses a valid token under another scheme or none',
    level: 'SHOULD',
    clause: {
      standard: 'RFC 6750 section 2.1',
      text: 'The credentials are the scheme Bearer and one token',
    },
    rows: ['AU24'],
    sent: 'the valid token without a scheme and under another one',
    expected: 'a refusal',
    requires,
    applies: (exchange, facts) =>
      isProbe(exchange, 'auth/bare', 'auth/wrong-scheme') && isAnswered(exchange) && facts.served,
    judge: whenAnswered((exchange) =>
      isSuccess(exchange.response.status)
        ? [
            wrongStatus(exchange, {
              message: `the server accepts ${exchange.probe.credential.label}`,
              expected: 'a refusal',
            }),
          ]
        : [],
    ),
  },
  {
    id: 'auth-one-field',
    title: 'Refuses two Authorization headers',
    level: 'SHOULD',
    clause: {
      standard: 'RFC 9110 section 5.3',
      text: 'Authorization is not a list, so it is sent once',
    },
    rows: ['AU25'],
    sent: 'a random token and then the valid one, in two headers',
    expected: 'a refusal',
    requires,
    applies: (exchange, facts) =>
      isProbe(exchange, 'auth/garbage-first') && isAnswered(exchange) && facts.served,
    judge: whenAnswered((exchange) =>
      isSuccess(exchange.response.status)
        ? [
            wrongStatus(exchange, {
              message: 'the server uses the second of two Authorization headers',
              expected: 'a refusal',
            }),
          ]
        : [],
    ),
  },
  {
    id: 'auth-two-spaces',
    title: 'Accepts more than one space after the scheme',
    level: 'INFO',
    clause: {
      standard: 'RFC 6750 section 2.1',
      text: 'One or more spaces separate the scheme and the token',
    },
    rows: ['AU15'],
    sent: 'the valid token after two spaces',
    expected: 'the same response as after one space',
    requires,
    applies: (exchange, facts) =>
      isProbe(exchange, 'auth/two-spaces') && isAnswered(exchange) && facts.served,
    judge: whenAnswered((exchange) =>
      isSuccess(exchange.response.status)
        ? []
        : [
            wrongStatus(exchange, {
              message: 'two spaces after the scheme are refused',
              expected: '200',
            }),
          ],
    ),
  },
  {
    id: 'auth-refusal-no-crash',
    title: 'Does not crash on a missing or bad token',
    level: 'SHOULD',
    clause: { standard: 'RFC 9110 section 15.6', text: 'A 5xx means that the server failed' },
    rows: ['AU18'],
    sent: 'every request without a token or with a bad one',
    expected: 'no 500 or 501',
    requires: 'a response to a request without a token',
    applies: (exchange) => isRefusable(exchange) && isAnswered(exchange),
    judge: whenAnswered((exchange) =>
      isCrash(exchange.response.status)
        ? [
            wrongStatus(exchange, {
              message: `a request with ${exchange.probe.credential.label} causes a server error`,
              expected: 'a refusal, such as 401',
            }),
          ]
        : [],
    ),
  },
  {
    id: 'auth-challenge-present',
    title: 'Sends WWW-Authenticate with every 401',
    level: 'SHOULD',
    clause: {
      standard: 'RFC 9110 section 15.5.2',
      text: 'A 401 has a WWW-Authenticate header',
    },
    rows: ['AU19'],
    sent: 'every request',
    expected: 'WWW-Authenticate on each 401',
    requires: 'a 401',
    applies: (exchange) => exchange.response?.status === 401,
    judge: (exchange) =>
      headerValues(exchange, 'www-authenticate').length > 0
        ? []
        : [
            {
              message: 'the 401 has no WWW-Authenticate, so clients do not know how to authenticate',
              pointer: 'WWW-Authenticate',
              expected: 'WWW-Authenticate: Bearer realm="…"',
              actual: 'no such header',
            },
          ],
  },
  {
    id: 'error-for-credentials',
    title: 'Returns an Error in a 400 for missing or bad credentials',
    level: 'SHOULD',
    clause: { text: 'A 400 of the operation is an Error', pointer: contract.error.pointer },
    rows: ['C03'],
    sent: 'requests without a token and with bad ones',
    expected: 'an Error in each 400',
    requires: 'a 400 for missing or bad credentials',
    applies: (exchange) => isRefusable(exchange) && exchange.response?.status === 400,
    judge: whenAnswered((exchange, facts) => {
      const { body, mediaType } = facts.analyse(exchange)
      const [broken] = body.error.flatMap(({ first }) => first)
      const isError = body.syntaxProblem === undefined && !broken
      if (isError && mediaType?.essence === contract.error.mediaType) return []
      const actual = String(body.syntaxProblem ?? broken?.message ?? mediaType?.essence)
      return [
        {
          message: `the 400 is not an Error: ${actual}`,
          pointer: '',
          expected: `an Error as ${contract.error.mediaType}`,
          actual,
        },
      ]
    }),
  },
]
