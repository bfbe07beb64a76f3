import type { EngineRequest } from '../harness/engine.ts'
import type { Field } from '../harness/exchange.ts'

/** What must not be shown of a run's requests: credentials as sent, the token in each, and the values of extra fields. */
export function secretsOf(requests: readonly EngineRequest[], fields: readonly Field[]): string[] {
  const values = [
    ...requests.flatMap(({ probe }) => probe.credential.fields.map(({ value }) => value)),
    ...fields.map(([, value]) => value),
  ]
  const parts = values.flatMap((value) => [value, ...value.replace(/^\S+\s+/, '')])
  return [...new Set(parts)].filter((part) => part.length >= 6).sort((a, b) => b.length - a.length)
}

/** Replaces every secret in a text. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
}
