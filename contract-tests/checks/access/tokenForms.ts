import type { Check, Facts } from '../../../src/judge/check.ts'
import { isAnswered } from '../../../src/judge/exchange.ts'
import {
  BROKEN_PLAIN_REQUESTS,
  hasCondition,
  isCrash,
  isOddOnlyIn,
  isProbe,
  isRefusedForForm,
  isRejection,
  isServed,
  isSuccess,
} from '../exchanges.ts'
import { statusViolation, whenAnswered } from '../whenAnswered.ts'

const requires = 'a token that the server accepts'

/** Checks of the spellings of the valid token that the server must accept or should refuse. */
export const tokenFormChecks: readonly Check[] = [
  {
    id: 'auth-field-name-any-case',
    title: 'Accepts the Authorization header with its name in any letter case',
    level: 'MUST',
    requirement: {
      standard: 'RFC 9110 section 5.1',
      text: 'Header names are case-insensitive, and HTTP/2 clients send the names in lower case',
    },
    sent: 'the valid token in headers named `authorization` and `AUTHORIZATION`',
    fix: 'Look up header names case-insensitively, because authorization and AUTHORIZATION are the same header.',
    requires,
    explainedBy: ['operation-token-honoured'],
    applies: (exchange, facts) =>
      hasCondition(exchange, 'credentials', 'other-case-name') &&
      (exchange.response?.status === 200 || !isServed(exchange, 'credentials', facts)) &&
      isOddOnlyIn(exchange, 'credentials', facts) &&
      isAnswered(exchange) &&
      facts.served,
    judge: whenAnswered((exchange) =>
      exchange.response.status === 401 || exchange.response.status === 403
        ? statusViolation(exchange, `the server refuses ${exchange.probe.credential.label}`, '200')
        : [],
    ),
  },
  {
    id: 'auth-scheme-any-case',
    title: 'Accepts the Bearer scheme in any letter case',
    level: 'SHOULD',
    requirement: { standard: 'RFC 9110 section 11.1', text: 'The authentication scheme is case-insensitive' },
    sent: 'the valid token after `bearer` and `BEARER`',
    fix: 'Compare the Bearer scheme case-insensitively.',
    requires,
    after: BROKEN_PLAIN_REQUESTS,
    applies: (exchange, facts) =>
      hasCondition(exchange, 'credentials', 'other-case-scheme') &&
      (exchange.response?.status === 200 || !isServed(exchange, 'credentials', facts)) &&
      isOddOnlyIn(exchange, 'credentials', facts) &&
      isAnswered(exchange) &&
      (isSuccess(exchange.response.status) || isRefusedForForm(exchange)) &&
      facts.served,
    judge: whenAnswered((exchange) =>
      isRefusedForForm(exchange)
        ? statusViolation(exchange, `${exchange.probe.credential.label} is refused`, '200')
        : [],
    ),
  },
  {
    id: 'auth-scheme-needed',
    title: 'Refuses a valid token without the Bearer scheme, or with extra text',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 6750 section 2.1',
      text: 'The credentials are the Bearer scheme and one token',
    },
    sent: 'the valid token without a scheme, under another scheme, and followed by another word',
    fix: 'Require the Bearer scheme, in any letter case, and a space before the token. Refuse credentials in any other form.',
    after: ['auth-token-needed', 'auth-token-checked'],
    requires,
    applies: (exchange, facts) =>
      isProbe(exchange, 'auth/bare', 'auth/wrong-scheme', 'auth/word-after') &&
      !(isProbe(exchange, 'auth/word-after') && isAnyExtensionAccepted(facts)) &&
      isAnswered(exchange) &&
      facts.served,
    judge: whenAnswered((exchange) =>
      isSuccess(exchange.response.status)
        ? statusViolation(exchange, `the server accepts ${exchange.probe.credential.label}`, 'a refusal')
        : [],
    ),
  },
  {
    id: 'auth-one-field',
    title: 'Does not accept a valid token in a second Authorization header',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 5.3',
      text: 'The value of Authorization is not a list, so a request has only one such header',
    },
    sent: 'a random token and then the valid token, in two headers',
    fix: 'Return a 400 for a request with more than one Authorization header.',
    after: ['auth-token-needed', 'auth-token-checked', 'auth-whole-token-compared'],
    requires,
    applies: (exchange, facts) =>
      isProbe(exchange, 'auth/garbage-first') && isAnswered(exchange) && facts.served,
    judge: whenAnswered((exchange) =>
      isSuccess(exchange.response.status)
        ? statusViolation(exchange, 'the server uses the second of two Authorization headers', 'a refusal')
        : [],
    ),
  },
  {
    id: 'auth-two-spaces',
    title: 'Accepts two spaces after the scheme',
    level: 'INFO',
    requirement: {
      standard: 'RFC 6750 section 2.1',
      text: 'The scheme and the token are separated by one or more spaces',
    },
    sent: 'the valid token after two spaces',
    fix: 'Skip all spaces between the scheme and the token.',
    requires,
    after: BROKEN_PLAIN_REQUESTS,
    applies: (exchange, facts) =>
      isProbe(exchange, 'auth/two-spaces') && isAnswered(exchange) && facts.served,
    judge: whenAnswered((exchange) => {
      const { status } = exchange.response
      if (!isRejection(status) && !isCrash(status)) return []
      return statusViolation(exchange, 'the server refuses a token after two spaces', '200')
    }),
  },
]

/** Returns whether the server also accepts characters directly after the token, and not only another word. */
function isAnyExtensionAccepted({ exchanges }: Facts): boolean {
  return exchanges.some(
    (other) =>
      isProbe(other, 'auth/extended', 'auth/extended-after-padding') &&
      isSuccess(other.response?.status ?? 0),
  )
}
