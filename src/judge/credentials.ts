import type { JudgingOptions } from './verifyOptions.ts'

/** The Authorization headers of a probe. */
export type Credential = {
  /** `valid` is the operator's token, `other` another user's. `bad` must be refused. `lenient` is a valid token in an odd form. */
  kind: 'valid' | 'other' | 'none' | 'bad' | 'lenient'
  /** The number of the user, if the kind is `other`: 2 for the second user, 3 for the third, … */
  user?: number
  /** A name for reports: "no token", "half of the token". */
  label: string
  /** `shell` is the value with variables for the tokens, so that no report contains a token. */
  fields: readonly CredentialField[]
}

export type CredentialField = { name: string; value: string; shell: string }

export type Credentials = {
  valid: Credential
  /** The credentials of the other users, in the order of `--other-token`. */
  others: readonly Credential[]
  none: Credential
  /** Credentials that must be refused, by the id of their probe. */
  bad: ReadonlyMap<string, Credential>
  /** The valid token in forms that a server must accept or may refuse, by the id of their probe. */
  forms: ReadonlyMap<string, Credential>
}

/** The options that a plan's credentials are built from. */
export type CredentialOptions = Pick<JudgingOptions, 'token' | 'otherToken'>

/** The number of the user whose token a credential is. */
export function userOf({ kind, user }: Pick<Credential, 'kind' | 'user'>): number {
  return user ?? (kind === 'other' ? 2 : 1)
}

/** The number of users that have a token. */
export function countUsers({ token, otherToken = [] }: CredentialOptions): number {
  return [token ?? [], otherToken].flat().length
}

/**
 * The token with one character changed, in the middle of its significant part: a JWT's signature, or else the whole token. The last
 * character never changes, and the new letter differs even if case is ignored, because a UUID means the same in capitals.
 */
export function tamper(token: string): { at: number; letter: string; tampered: string } {
  const from = isJwt(token) ? token.lastIndexOf('.') + 1 : 0
  const at = from + Math.floor((token.length - from - 1) / 2)
  const letter = token[at]?.toUpperCase() === 'A' ? 'B' : 'A'
  return { at, letter, tampered: token.slice(0, at) + letter + token.slice(at + 1) }
}

function isJwt(token: string): boolean {
  return /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(token)
}
