/** The content of an Authorization header: a token, a malformed one, or no bearer scheme. */
export type BearerCredentials = { token: string } | 'malformed' | 'absent'

/** RFC 6750, section 2.1: 1*SP, then b64token. RFC 9110, section 11.1: the scheme is case-insensitive. */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i
const SCHEME = /^bearer(?: |$)/i

/** Reads the bearer token of an Authorization header. */
export function readBearerToken(authorization: string | undefined): BearerCredentials {
  if (authorization === undefined) return 'absent'
  const token = BEARER.exec(authorization)?.[1]
  if (token !== undefined) return { token }
  return SCHEME.test(authorization) ? 'malformed' : 'absent'
}

/** Whether a text is a valid bearer token (b64token in RFC 6750, section 2.1). */
export function isBearerToken(text: string): boolean {
  return /^[A-Za-z0-9\-._~+/]+=*$/.test(text)
}
