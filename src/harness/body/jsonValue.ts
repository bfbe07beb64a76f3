import { escapePointer } from '../../contract/jsonPointer.ts'

/**
 * An array or object that is not closed yet. Its value is made with its first element, as nesting may be deep; of an array
 * that is not kept there is only the number of its elements.
 */
export type Container = number | { value?: unknown[]; length: number } | OpenObject
type OpenObject = { value?: Record<string, unknown>; name: string }

export function isObject(container: Container): container is OpenObject {
  return typeof container === 'object' && 'name' in container
}

export function closeContainer(container: Container): unknown {
  if (typeof container === 'number') return null
  return container.value ?? ('name' in container ? Object.create(null) : [])
}

/** The part of a JSON pointer that leads to what is being read in it. */
export function toSegment(container: Container): string {
  if (typeof container === 'number') return `/${container}`
  if (!('name' in container)) return `/${container.length}`
  return `/${escapePointer(container.name)}`
}

/**
 * A number that a JSON Schema validator judges as it would judge the digits: `400.0` and `4e2` are the integer 400;
 * what rounds to an integer without being one gets a fraction back; what a double cannot hold becomes the largest one.
 */
export function toNumber(raw: string, hasFractionOrExponent: boolean): number {
  const value = Number(raw)
  if (!hasFractionOrExponent) return Number.isFinite(value) ? value : Math.sign(value) * Number.MAX_VALUE
  const [, digits = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(raw) ?? []
  const significant = (digits + fraction).replace(/0+$/, '')
  const dropped = digits.length + fraction.length - significant.length
  const integer = /^0*$/.test(significant) || Number(exponent) - fraction.length + dropped >= 0
  if (!Number.isFinite(value)) return Math.sign(value) * Number.MAX_VALUE
  if (integer || !Number.isInteger(value)) return value
  return value + (raw.startsWith('-') ? -0.5 : 0.5)
}
