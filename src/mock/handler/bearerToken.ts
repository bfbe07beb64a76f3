/** What an Authorization field holds: a token, something that was meant as one, or nothing of the bearer scheme. */
export type Bearer = { token: string } | 'malformed' | 'absent'

/** RFC 6750, 2.1: 1*SP, then b64token. RFC 9110, 11.1: the scheme's name is case-insensitive. */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i
const SCHEME = /^bearer(?: |$)/i

/** Reads a bearer token from an Authorization field's value. */
export function bearerToken(authorization: string | undefined): Bearer {
  if (authorization === undefined) return 'absent'
  const token = BEARER.exec(authorization)?.[1]
  if (token !== undefined) return { token }
  return SCHEME.test(authorization) ? 'malformed' : 'absent'
}

/** Whether a text can be sent as a bearer token at all (b64token of RFC 6750, 2.1). */
export function isBearerToken(text: string): boolean {
  return /^[A-Za-z0-9\-._~+/]+=*$/.test(text)
}
