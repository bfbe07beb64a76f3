import type { ResponseRecord } from '../records.ts'
import { errorAnswer } from './answers.ts'

const REALM = 'Bearer realm="plant-store"'

/** Every 401 needs a challenge (RFC 9110, section 15.5.2). */
export const challenge: readonly string[] = ['WWW-Authenticate', REALM]

/**
 * The response to a request without bearer credentials. It has no error code, because the client may not have known that it needs
 * a token (RFC 6750, section 3.1).
 */
export const noToken = withHint(
  errorAnswer(
    'no-token',
    401,
    'missing bearer token; send the header Authorization: Bearer <token>',
    challenge,
  ),
)

/** The response to an unknown or malformed token. It does not say which, and does not repeat the token. */
export const badToken = withHint(
  errorAnswer('bad-token', 401, 'unknown bearer token', [
    'WWW-Authenticate',
    `${REALM}, error="invalid_token", error_description="The access token is malformed or unknown"`,
  ]),
)

function withHint(answer: ResponseRecord): ResponseRecord {
  return { ...answer, hint: 'you can find the tokens in users.yaml, in the console and at /__admin/users' }
}
