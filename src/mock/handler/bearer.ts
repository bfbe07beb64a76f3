import { headerValue, type RequestHeaders } from '../records.ts'

/** The contents of an Authorization header: a token, a malformed token, or no bearer scheme. */
export type BearerCredentials = { token: string } | 'malformed' | 'absent'

/** Matches `Bearer`, spaces and a token (RFC 6750, section 2.1). The scheme is case-insensitive (RFC 9110, section 11.1). */
// 1 equivalent mutant: Other challenges are valid, and a server may accept only one space before the token.
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i
// 2 equivalent mutants: Other challenges are valid, and a server may accept only one space before the token.
const SCHEME = /^bearer(?: |$)/i

/** Reads the bearer token of an Authorization header. */
// 4 equivalent mutants: Other challenges are valid, and a server may accept only one space before the token.
export function readBearerToken(authorization: string | undefined): BearerCredentials {
  if (authorization === undefined) return 'absent'
  const token = BEARER.exec(authorization)?.[1]
  if (token !== undefined) return { token }
  return SCHEME.test(authorization) ? 'malformed' : 'absent'
}

/**
 * Creates a function that masks tokens in any letter case, percent-encoded tokens, and the three base64 forms of each token. Does
 * not mask tokens of fewer than eight characters, which could be part of an ordinary word. Masks all text if there are more than `most`
 * tokens or words, because searching for thousands of words, which any page can send in a header, would take seconds.
 */
export function createTokenHider(tokens: Iterable<string>, most = 100): (text: string) => string {
  // V8 takes milliseconds for patterns of thousands of characters. Therefore, search for the start of a long token, and mask the rest, too.
  const [longest, rest] = [48, '[^\\s"&<>\\\\]*']
  const split = (token: string) => token.match(token.length > longest ? /[!-~]{8,}/g : /[ -~]{8,}/g) ?? []
  const parts = [...tokens].flatMap(split)
  if (parts.length > most) return () => '***'
  const forms = parts.flatMap((part) => {
    const token = part.slice(0, longest)
    const percent = token.replaceAll(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`)
    const coded = [0, 2, 3].map((from) => btoa('-'.repeat(from && from - 1) + token).slice(from))
    const cut = coded.map((each) => each.replace(/.={1,2}$/, ''))
    const all = [token, encodeURIComponent(token), percent, ...cut].map((form) => form.toLowerCase())
    return all.map((form) => ({ form, end: part === token ? '' : rest }))
  })
  return (text) => {
    const lower = text.toLowerCase()
    const found = forms.filter(({ form }) => lower.includes(form))
    const patterns = found.map(({ form, end }) => form.replaceAll(/\W/g, '\\$&') + end)
    return found.length === 0 ? text : text.replaceAll(new RegExp(patterns.join('|'), 'gi'), '***')
  }
}

/** Creates a function that finds the value for a bearer token: `absent` without the scheme, undefined for an unknown or malformed token. */
// 3 equivalent mutants: Parsing the header has the same result.
// 1 equivalent mutant: Other challenges are valid, and a server may accept only one space before the token.
// 1 equivalent mutant: A mock always has a user.
export function createFindByToken<Value>(
  values: readonly (readonly [token: string, Value])[],
  anyToken: boolean,
): (headers: RequestHeaders) => Value | 'absent' | undefined {
  const byToken = new Map(values)
  // A header in the usual form need not be parsed.
  const byHeader = new Map<unknown, Value>(values.map(([token, value]) => [`Bearer ${token}`, value]))
  const other = anyToken ? values[0]?.[1] : undefined
  return (headers) => {
    const found = byHeader.get(headers.authorization)
    if (found !== undefined) return found
    const bearer = readBearerToken(headerValue(headers, 'authorization'))
    if (typeof bearer === 'object') return byToken.get(bearer.token) ?? other
    return bearer === 'absent' ? 'absent' : undefined
  }
}
