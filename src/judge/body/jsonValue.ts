import { childPointer } from '../../contract/jsonPointer.ts'

/**
 * An array or object that is not complete yet. Its value is created with its first element, because nesting may be deep.
 * An array that is not kept is only the number of its elements.
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

const NAME_SHOWN = 200

/** The segment of a JSON pointer for the element or member that is being read. */
export function toSegment(container: Container): string {
  if (typeof container === 'number') return `/${container}`
  if (!('name' in container)) return `/${container.length}`
  return childPointer('', container.name.slice(0, NAME_SHOWN))
}

const [ZERO, NINE] = [0x30, 0x39]
/** Digits of an integer that a number holds exactly. */
const EXACT = 15

/** The digits of the integer at an index, if it has few, as most numbers do. Otherwise 0, also for what is no number in JSON. */
export function countDigits(text: string, at: number): number {
  let end = at
  for (let code = text.charCodeAt(end); code >= ZERO && code <= NINE; ) code = text.charCodeAt(++end)
  const count = end - at
  const isWhole = (count === 1 || text[at] !== '0') && !/[.eE]/.test(text.charAt(end))
  return isWhole && count <= EXACT ? count : 0
}

/**
 * Converts digits to a number that a JSON Schema validator treats like the digits. `400.0` and `4e2` are the integer 400.
 * Digits that would round to an integer get a fraction. Digits that exceed a double become the largest double. Digits next to an
 * end of the ranges of 64 bits stay on their side of it.
 */
export function parseNumber(raw: string, hasFractionOrExponent: boolean): number {
  const value = Number(raw)
  if (!hasFractionOrExponent)
    return Number.isFinite(value) ? keepSide(raw, value) : Math.sign(value) * Number.MAX_VALUE
  const [mantissa = '', exponent = '0'] = raw.toLowerCase().split('e')
  const [digits = '', fraction = ''] = mantissa.split('.')
  const all = digits + fraction
  let significant = all.length
  while (all[significant - 1] === '0') significant -= 1
  const dropped = all.length - significant
  const integer = significant === 0 || Number(exponent) - fraction.length + dropped >= 0
  if (!Number.isFinite(value)) return Math.sign(value) * Number.MAX_VALUE
  if (integer || !Number.isInteger(value)) return value
  return value + (raw.startsWith('-') ? -0.5 : 0.5)
}

/** Values that digits inside and outside a range of 64 bits round to. */
const ENDS = new Set([2 ** 63, -(2 ** 63), 2 ** 64])

function keepSide(raw: string, value: number): number {
  if (!ENDS.has(value)) return value
  const difference = BigInt(raw) - BigInt(value)
  if (difference === 0n) return value
  return difference < 0n === value > 0 ? value * (1 - Number.EPSILON / 2) : value * (1 + Number.EPSILON)
}
