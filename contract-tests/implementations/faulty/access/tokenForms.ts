import { changeResponses } from '../../change.ts'
import { openEverywhere, TOKEN } from '../../credentials.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { errorResponse, type IncomingRequest } from '../../response.ts'
import { faults } from '../../servers.ts'

/** Rejects valid credentials when a header line matches. */
const rejectLine = (pattern: RegExp): Difference =>
  changeResponses(
    () => errorResponse(401, 'no', { 'WWW-Authenticate': 'Bearer realm="plants"' }),
    ({ lines }: IncomingRequest) => lines.some((line) => pattern.test(line)),
  )

/** Spellings of the credentials that are handled wrongly. */
export const tokenFormFaults: readonly Fault[] = [
  ...faults('auth-field-name-any-case', 'AU13 C36', {
    'auth-field-name-case': [
      'rejects the header name authorization in lower case',
      rejectLine(/^authorization:/),
    ],
  }),
  ...faults('auth-scheme-any-case', 'AU14 C35', {
    'auth-scheme-case': ['rejects the scheme bearer in lower case', rejectLine(/^Authorization: bearer /)],
  }),
  ...faults('auth-scheme-needed', 'AU24', {
    'auth-bare-token': [
      'accepts the token without a scheme',
      openEverywhere((_request, authorization) => authorization === TOKEN),
    ],
    'auth-token-scheme': [
      'accepts the token under another scheme',
      openEverywhere(
        (_request, authorization) =>
          authorization?.split(' ').length === 2 && authorization.endsWith(` ${TOKEN}`),
      ),
    ],
    'auth-scheme-anywhere': [
      'looks for the scheme and the token anywhere in the header',
      openEverywhere((_request, authorization) => authorization?.endsWith(`Bearer ${TOKEN}`) === true),
    ],
    'auth-word-after-token': [
      'ignores what follows the token',
      openEverywhere((_request, authorization) => authorization?.startsWith(`Bearer ${TOKEN} `) === true),
    ],
  }),
  ...faults('auth-one-field', 'AU25', {
    'auth-second-field': [
      'trusts the second of two Authorization headers',
      openEverywhere((_request, authorization) => authorization?.endsWith(`, Bearer ${TOKEN}`) === true),
    ],
  }),
  ...faults('auth-two-spaces', 'AU15 C37', {
    'auth-two-spaces': ['rejects two spaces after the scheme', rejectLine(/^Authorization: Bearer {2}/)],
  }),
]
