import type { Exchange } from '../../../src/harness/exchange.ts'
import type { CheckDefinition } from '../define.ts'
import {
  answered,
  fieldOf,
  inContract,
  inStandard,
  isAnswered,
  isServed,
  isSuccess,
  sends,
  statusViolation,
} from '../define.ts'

/** What the valid token is good for in other forms, and how requests without it are refused. */
export const tokenForms: readonly CheckDefinition[] = [
  {
    id: 'auth-field-name-any-case',
    title: 'The field name Authorization is read in any case',
    level: 'MUST',
    clause: inStandard(
      'RFC 9110 section 5.1',
      'Field names are case-insensitive; HTTP/2 clients send them in lower case',
    ),
    rows: ['AU13'],
    sent: 'the valid token in a field named `authorization`',
    expected: 'the same as with `Authorization`',
    requires: 'a token that is accepted',
    applies: (exchange, facts) =>
      exchange.probe.id === 'auth/field-name' && isAnswered(exchange) && isServed(facts),
    judge: answered((exchange) =>
      exchange.response.status === 401 || exchange.response.status === 403
        ? [statusViolation(exchange, '200', 'the token is refused because its field is named in lower case')]
        : [],
    ),
  },
  {
    id: 'auth-scheme-any-case',
    title: 'The scheme Bearer is read in any case',
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 11.1', 'The authentication scheme is a case-insensitive token'),
    rows: ['AU14'],
    sent: 'the valid token after `bearer`',
    expected: 'the same as after `Bearer`',
    requires: 'a token that is accepted',
    applies: (exchange, facts) => sends('scheme-lower')(exchange) && isAnswered(exchange) && isServed(facts),
    judge: answered((exchange) =>
      exchange.response.status >= 400 && exchange.response.status < 500 && exchange.response.status !== 429
        ? [
            statusViolation(
              exchange,
              '200',
              `the valid token is refused with ${exchange.probe.credential.label}`,
            ),
          ]
        : [],
    ),
  },
  {
    id: 'auth-scheme-needed',
    title: 'A valid token counts only as bearer credentials',
    level: 'SHOULD',
    clause: inStandard('RFC 6750 section 2.1', 'The credentials are the scheme Bearer and one token'),
    rows: ['AU24'],
    sent: 'the valid token without a scheme and under another one',
    expected: 'a refusal',
    requires: 'a token that is accepted',
    applies: (exchange, facts) =>
      sends('bare', 'wrong-scheme')(exchange) && isAnswered(exchange) && isServed(facts),
    judge: answered((exchange) =>
      isSuccess(exchange.response.status)
        ? [statusViolation(exchange, 'a refusal', `${exchange.probe.credential.label} is accepted`)]
        : [],
    ),
  },
  {
    id: 'auth-one-field',
    title: 'Two Authorization fields are refused',
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 5.3', 'Authorization is no list: it comes once'),
    rows: ['AU25'],
    sent: 'a random token, then the valid one, in two fields',
    expected: 'a refusal',
    requires: 'a token that is accepted',
    applies: (exchange, facts) => sends('garbage-first')(exchange) && isAnswered(exchange) && isServed(facts),
    judge: answered((exchange) =>
      isSuccess(exchange.response.status)
        ? [statusViolation(exchange, 'a refusal', 'of two Authorization fields the second one is believed')]
        : [],
    ),
  },
  {
    id: 'auth-two-spaces',
    title: 'More than one space may follow the scheme',
    level: 'INFO',
    clause: inStandard('RFC 6750 section 2.1', 'One or more spaces stand between the scheme and the token'),
    rows: ['AU15'],
    sent: 'the valid token after two spaces',
    expected: 'the same as after one',
    requires: 'a token that is accepted',
    applies: (exchange, facts) => sends('two-spaces')(exchange) && isAnswered(exchange) && isServed(facts),
    judge: answered((exchange) =>
      isSuccess(exchange.response.status)
        ? []
        : [statusViolation(exchange, '200', 'two spaces after the scheme are refused')],
    ),
  },
  {
    id: 'auth-refusal-no-crash',
    title: 'Missing and bad tokens do not crash the server',
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 15.6', 'A 5xx says that the server has erred'),
    rows: ['AU18'],
    sent: 'every request without a token or with a bad one',
    expected: 'no 500 or 501',
    requires: 'an answer to a request without a token',
    applies: (exchange) => isRefusable(exchange) && isAnswered(exchange),
    judge: answered((exchange) =>
      exchange.response.status === 500 || exchange.response.status === 501
        ? [
            statusViolation(
              exchange,
              'a refusal, such as 401',
              `${exchange.probe.credential.label} makes the server err`,
            ),
          ]
        : [],
    ),
  },
  {
    id: 'auth-challenge-present',
    title: 'A 401 carries a challenge',
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 15.5.2', 'A 401 has a WWW-Authenticate field'),
    rows: ['AU19'],
    sent: 'every request',
    expected: 'WWW-Authenticate on each 401',
    requires: 'a 401',
    applies: (exchange) => exchange.response?.status === 401,
    judge: (exchange) =>
      fieldOf(exchange, 'www-authenticate').length > 0
        ? []
        : [
            {
              message: 'a 401 without WWW-Authenticate: clients cannot tell how to authenticate',
              pointer: 'WWW-Authenticate',
              expected: 'WWW-Authenticate: Bearer realm="…"',
              actual: 'no such field',
            },
          ],
  },
  {
    id: 'error-for-credentials',
    title: 'A 400 to missing or bad credentials is an Error too',
    level: 'SHOULD',
    clause: inContract('A 400 of the operation is an Error', ({ error }) => error.pointer),
    rows: ['C03'],
    sent: 'requests without a token and with bad ones',
    expected: 'an Error in each 400',
    requires: 'a 400 to missing or bad credentials',
    applies: (exchange) => isRefusable(exchange) && exchange.response?.status === 400,
    judge: answered((exchange, facts) => {
      const { body, mediaType } = facts.analyse(exchange)
      const [broken] = body.error.flatMap(({ first }) => first)
      const actual = body.syntaxProblem ?? broken?.message ?? mediaType?.essence
      if (
        body.syntaxProblem === undefined &&
        !broken &&
        mediaType?.essence === facts.contract.error.mediaType
      )
        return []
      return [
        {
          message: `the 400 is no Error: ${actual}`,
          pointer: '',
          expected: 'an Error as application/json',
          actual: String(actual),
        },
      ]
    }),
  },
]

function isRefusable({ probe }: Exchange): boolean {
  return probe.documented && (probe.credential.kind === 'none' || probe.credential.kind === 'bad')
}
