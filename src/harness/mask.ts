import type { Field, Probe } from './exchange.ts'

/** Shorter secrets may also be ordinary words, so they are masked only where they stand alone. */
const UNMISTAKABLE = 8

export type Mask = (text: string) => string

/** Makes the function that replaces every secret in a text. The longest goes first, so that no part of it remains. */
export function createMasker(secrets: readonly string[]): Mask {
  const known = [...new Set(secrets)].filter((secret) => secret !== '')
  known.sort((one, other) => other.length - one.length)
  const patterns = known.map((secret) => {
    const literal = secret.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    return new RegExp(secret.length < UNMISTAKABLE ? `(?<![\\w-])${literal}(?![\\w-])` : literal, 'gu')
  })
  return (text) => patterns.reduce((masked, pattern) => masked.replace(pattern, '***'), text)
}

type SecretOptions = {
  token?: string | undefined
  otherToken?: string | undefined
  headers?: readonly Field[] | undefined
}

/** The secrets of a run: both tokens, the long bad tokens made from them, and the values of secret headers. */
export function secretsOf(
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
