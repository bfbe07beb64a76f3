import { listNames } from '../../contract/suggest.ts'
import type { User } from '../fixtures/fixtures.ts'
import type { RequestHeaders, ResponseRecord } from '../records.ts'
import { errorAnswer } from './answers.ts'

const REALM = 'Bearer realm="plant-store"'

/** Every 401 needs a challenge (RFC 9110, section 15.5.2). */
export const challenge: readonly string[] = ['WWW-Authenticate', REALM]

/** More users are not listed. */
const MOST_LISTED = 5

/** The responses to requests without a known token. None repeats what a request sent. */
// 11 equivalent mutants: Messages, and headers that the contract does not have, are free.
export function createChallenges(users: readonly User[]) {
  const listed = users.slice(0, MOST_LISTED)
  const names = listNames(
    listed.map(({ name }) => name),
    'and',
  )
  const tokens = listNames(listed.map(({ token }) => token))
  // Without an error code, because the client may not have known that it needs a token (RFC 6750, section 3.1).
  const missing = (token: string): ResponseRecord =>
    withHint(
      errorAnswer(
        'no-token',
        401,
        `missing bearer token; send the header Authorization: Bearer ${token}`,
        challenge,
      ),
    )
  const noCredentials = missing(`<token>, with ${tokens}`)
  const otherScheme = missing('<token>')
  return {
    /** The response to a request without bearer credentials. */
    noToken: ({ authorization }: RequestHeaders): ResponseRecord =>
      authorization === undefined ? noCredentials : otherScheme,
    /** The response to an unknown or malformed token. It does not say which. */
    badToken: withHint(
      errorAnswer('bad-token', 401, `unknown bearer token; this mock has tokens of ${names}`, [
        'WWW-Authenticate',
        `${REALM}, error="invalid_token", error_description="The access token is malformed or unknown"`,
      ]),
    ),
  }
}

// 1 equivalent mutant: Messages, and headers that the contract does not have, are free.
function withHint(answer: ResponseRecord): ResponseRecord {
  return { ...answer, hint: 'you can find the tokens in users.yaml, in the console and at /__admin/users' }
}
