import type { YamlSource } from './yamlSource.ts'

/** Names and values of a map, in their order. */
export type Members = readonly (readonly [name: string, value: unknown])[]

/** The members of the map at a JSON pointer of a file. Throws a FixtureError, which quotes no value, when there is no map. */
export function membersOf(
  source: YamlSource,
  pointer: string,
  expected: string,
  value: unknown = source.value,
): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value)
  throw source.error(pointer, `expected ${expected}, got ${typeOf(value)}`)
}

/** What a YAML value is, in words that do not repeat it: it may be a secret. */
export function typeOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a map' : `a ${typeof value}`
}

/** What a YAML value is, in words that repeat it where it is one: not for files that hold secrets. */
export function kindOf(value: unknown): string {
  const isOne = value !== null && ['string', 'number', 'boolean'].includes(typeof value)
  return isOne ? `the ${typeof value} ${JSON.stringify(value)}` : typeOf(value)
}
