import { listOtherTokens } from './credentials.ts'
import type { Field, Probe } from './exchange.ts'
import { UNMISTAKABLE } from './mask.ts'

/** A shorter cookie, or one of letters alone that is not much longer, may be an ordinary word or number. */
const SHORTEST_COOKIE = 6

/** What an exchange says about secrets. */
type Recorded = {
  readonly probe: Pick<Probe, 'credential'>
  readonly response?: { readonly fields: readonly Field[] } | undefined
}

type SecretOptions = {
  token?: string | undefined
  otherToken?: string | readonly string[] | undefined
  headers?: readonly Field[] | undefined
}

/** The secrets of a run: the tokens, the long bad tokens made from them, the values of secret headers, and the server's long cookies. */
export function listSecrets(
  exchanges: readonly Recorded[],
  { token, otherToken, headers = [] }: SecretOptions,
): string[] {
  const credentials = new Set(exchanges.map(({ probe }) => probe.credential))
  const derived = [...credentials]
    .flatMap(({ fields }) => fields.filter(({ value, shell }) => value !== shell))
    .map(({ value }) => value.replace(/^\S+\s+/, ''))
    .filter((secret) => secret.length >= UNMISTAKABLE)
  const values = headers.filter(([name]) => isSecretField(name)).flatMap(([, value]) => listParts(value))
  const cookies = new Set(exchanges.flatMap(listCookies))
  return [token, ...listOtherTokens(otherToken), ...derived, ...values, ...cookies].filter(
    (secret) => secret !== undefined,
  )
}

/** The values of the cookies that a response sets, but for those that may be ordinary words. */
function listCookies({ response }: Recorded): string[] {
  return (response?.fields ?? [])
    .filter(([name]) => name.toLowerCase() === 'set-cookie')
    .map(([, value]) => /=([^;,\s]*)/.exec(value)?.[1] ?? '')
    .filter((value) => value.length >= SHORTEST_COOKIE && (value.length >= UNMISTAKABLE || /\d/.test(value)))
}

/** The value of a secret header, and the long parts that a server may repeat alone: credentials, cookies, a password. */
function listParts(value: string): string[] {
  const words = value.split(/[\s,;]/).flatMap((word) => [word, word.slice(word.indexOf('=') + 1)])
  const [scheme, credentials] = value.split(' ')
  const user = scheme?.toLowerCase() === 'basic' ? Buffer.from(credentials ?? '', 'base64').toString() : ''
  const parts = [...words, user, user.slice(user.indexOf(':') + 1)]
  return [value, ...parts.filter((part) => part !== value && part.length >= UNMISTAKABLE)]
}

/** Whether the value of a request header is a secret, judged by its name. */
export function isSecretField(name: string): boolean {
  return /authorization|cookie|token|key|secret/i.test(name)
}
