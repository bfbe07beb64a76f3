import type { Field, Probe } from './exchange.ts'

/** Shorter secrets may also be ordinary words, so they are masked only where they stand alone. */
const UNMISTAKABLE = 8
const MASK = '***'

export type Mask = (text: string) => string

/**
 * Creates the function that replaces every secret in a text, and the beginning of a secret at the end of an excerpt. The
 * longest secret goes first, so that no part of it remains.
 */
export function createMasker(secrets: readonly string[]): Mask {
  const known = [...new Set(secrets)].filter((secret) => secret !== '')
  known.sort((one, other) => other.length - one.length)
  const patterns = known.map((secret) => {
    const literal = secret.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    return new RegExp(secret.length < UNMISTAKABLE ? `(?<![\\w-])${literal}(?![\\w-])` : literal, 'gu')
  })
  return (text) => {
    const masked = patterns.reduce((rest, pattern) => rest.replace(pattern, MASK), text)
    return known.filter(({ length }) => length > UNMISTAKABLE).reduce(maskCutSecret, masked)
  }
}

/** Masks a secret that an excerpt cuts off: what follows it is the end, an ellipsis or a quotation mark. */
function maskCutSecret(text: string, secret: string): string {
  let result = ''
  let rest = text
  for (;;) {
    const at = rest.indexOf(secret.slice(0, UNMISTAKABLE))
    if (at < 0) return result + rest
    let end = at
    while (end < rest.length && rest[end] === secret[end - at]) end += 1
    const isCut = /^(?:$|["'`…]|\\"|\.\.\.)/.test(rest.slice(end, end + 3))
    result += rest.slice(0, at) + (isCut ? MASK : rest.slice(at, end))
    rest = rest.slice(end)
  }
}

type SecretOptions = {
  token?: string | undefined
  otherToken?: string | undefined
  headers?: readonly Field[] | undefined
}

/** The secrets of a run: both tokens, the long bad tokens made from them, and the values of secret headers. */
export function listSecrets(
  exchanges: readonly { readonly probe: Pick<Probe, 'credential'> }[],
  { token, otherToken, headers = [] }: SecretOptions,
): string[] {
  const credentials = new Set(exchanges.map(({ probe }) => probe.credential))
  const derived = [...credentials]
    .flatMap(({ fields }) => fields.filter(({ value, shell }) => value !== shell))
    .map(({ value }) => value.replace(/^\S+\s+/, ''))
    .filter((secret) => secret.length >= UNMISTAKABLE)
  const values = headers.filter(([name]) => isSecretField(name)).map(([, value]) => value)
  return [token, otherToken, ...derived, ...values].filter((secret) => secret !== undefined)
}

/** Whether the value of a request header is a secret, judged by its name. */
export function isSecretField(name: string): boolean {
  return /authorization|cookie|token|key|secret/i.test(name)
}
