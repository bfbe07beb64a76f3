/**
 * Whether a value is an error with this name. For `Symbol.hasInstance` of error classes: the package contains each of them twice, as
 * ESM and as CommonJS, and `instanceof` must recognise both.
 */
export function isNamed(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && 'name' in value && value.name === name
}
