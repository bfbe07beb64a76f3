import { type Ask, error } from '../../answer.ts'
import { changeAnswers, setHeaders } from '../../change.ts'
import { isUnauthorised, openEverywhere, TOKEN } from '../../credentials.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { faults } from '../faults.ts'

/** Rejects valid credentials when a header line matches. */
const rejectLine = (pattern: RegExp): Difference =>
  changeAnswers(
    () => error(401, 'no', { 'WWW-Authenticate': 'Bearer realm="plants"' }),
    ({ lines }: Ask) => lines.some((line) => pattern.test(line)),
  )

/** Spellings of the credentials that are handled wrongly, and bad responses to invalid ones. */
export const tokenForms: readonly Fault[] = [
  ...faults('auth-field-name-any-case', {
    'auth-field-name-case': [
      'rejects the header name authorization in lower case',
      'AU13 C36',
      rejectLine(/^authorization:/),
    ],
  }),
  ...faults('auth-scheme-any-case', {
    'auth-scheme-case': [
      'rejects the scheme bearer in lower case',
      'AU14 C35',
      rejectLine(/^Authorization: bearer /),
    ],
  }),
  ...faults('auth-scheme-needed', {
    'auth-bare-token': [
      'accepts the token without a scheme',
      'AU24',
      openEverywhere((_ask, authorization) => authorization === TOKEN),
    ],
    'auth-token-scheme': [
      'accepts the token under another scheme',
      'AU24',
      openEverywhere((_ask, authorization) => authorization === `Token ${TOKEN}`),
    ],
  }),
  ...faults('auth-one-field', {
    'auth-second-field': [
      'trusts the second of two Authorization headers',
      'AU25',
      openEverywhere((_ask, authorization) => authorization?.endsWith(`, Bearer ${TOKEN}`) === true),
    ],
  }),
  ...faults('auth-two-spaces', {
    'auth-two-spaces': [
      'rejects two spaces after the scheme',
      'AU15 C37',
      rejectLine(/^Authorization: Bearer {2}/),
    ],
  }),
  ...faults('auth-refusal-no-crash', {
    'auth-crash': [
      'returns 500 to a request without a token',
      'AU18',
      changeAnswers(() => error(500, 'no'), isUnauthorised),
    ],
  }),
  ...faults('auth-challenge-present', {
    'auth-no-challenge': [
      'returns 401 without WWW-Authenticate',
      'AU19 C06',
      setHeaders({ 'WWW-Authenticate': undefined }, [401]),
    ],
  }),
  ...faults('error-for-credentials', {
    'auth-400-text': [
      'returns a plain-text 400 to invalid credentials',
      'C03',
      changeAnswers(
        () => ({ status: 400, headers: { 'Content-Type': 'text/plain' }, body: 'Bad Request' }),
        isUnauthorised,
      ),
    ],
  }),
]
