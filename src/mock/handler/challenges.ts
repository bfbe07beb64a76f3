import type { ResponseRecord } from '../records.ts'
import { errorAnswer } from './answers.ts'

const REALM = 'Bearer realm="plant-store"'

/** Every 401 has a challenge (RFC 9110, 15.5.2). */
export const challenge: readonly string[] = ['WWW-Authenticate', REALM]

/**
 * The answer to a request without credentials of the bearer scheme. RFC 6750, 3.1: no error code where a client did not know
 * that it needs a token, or tried another scheme.
 */
export const noToken = withHint(
  errorAnswer('no-token', 401, 'a bearer token is needed: send Authorization: Bearer <token>', challenge),
)

/** The answer to a token that is no user's, or no token by its form. It does not say which, nor repeat it. */
export const badToken = withHint(
  errorAnswer('bad-token', 401, "the bearer token is not one of this server's users", [
    'WWW-Authenticate',
    `${REALM}, error="invalid_token", error_description="The access token is malformed or unknown"`,
  ]),
)

function withHint(answer: ResponseRecord): ResponseRecord {
  return { ...answer, hint: 'the tokens stand in users.yaml, in the console, and at /__admin/users' }
}
