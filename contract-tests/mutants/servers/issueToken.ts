import { createHmac } from 'node:crypto'

/** Seconds until a token expires. */
const LIFETIME = 3600

/** Issues a JSON Web Token for a user, signed with HS256, as an identity provider does. */
export function issueToken(user: string, secret: string): string {
  const claims = { sub: user, exp: Math.floor(Date.now() / 1000) + LIFETIME }
  const unsigned = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`
}
