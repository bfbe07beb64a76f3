import { childPointer, isMap, splitPointer } from './jsonPointer.ts'
import { didYouMean } from './suggest.ts'
import { listNames, quote } from './words.ts'

/** The error for a mistake in a value from the user. Its message contains the path to the mistake, and what was expected. */
export class InputError extends RangeError {
  override readonly name = 'InputError'
  /** The JSON pointer of the mistake. */
  readonly pointer: string
  /** The message without the received value, for values from files that contain secrets. */
  readonly redacted: string

  /** `parent` is the JSON pointer that the message shows, by default `pointer`. */
  constructor(pointer: string, problem: string, redacted = problem, parent = pointer) {
    const path = toPath(parent)
    const prefix = path === '' ? '' : `${path}: `
    super(prefix + problem)
    this.pointer = pointer
    this.redacted = prefix + redacted
  }
}

/** Checks a value and returns it with its type. Throws an InputError at the first mistake. */
export type Shape<Value> = (value: unknown, pointer: string) => Value

/** Creates the error for an unexpected value. */
export function mismatch(pointer: string, expected: string, value: unknown): InputError {
  const got = (what: string): string => `expected ${expected}, got ${what}`
  return new InputError(pointer, got(describeValue(value)), got(describeType(value)))
}

/** Returns the message for an unknown name, with a suggestion. */
export function unknownName(what: string, name: string, names: readonly string[]): string {
  return `unknown ${what} ${quote(name)}; ${didYouMean(name, names) || `expected ${listNames(names)}`}`
}

/** Returns the shape of values for which `isRight` returns true. */
export function valueThat<V>(isRight: (value: unknown) => value is V, expected: string): Shape<V> {
  return (value, pointer) => {
    if (isRight(value)) return value
    throw mismatch(pointer, expected, value)
  }
}

export function text(expected = 'text'): Shape<string> {
  return valueThat((value) => typeof value === 'string', expected)
}

export const boolean: Shape<boolean> = valueThat((value) => typeof value === 'boolean', 'true or false')

export function wholeNumber(from: number, to: number): Shape<number> {
  return valueThat(
    (value): value is number => Number.isInteger(value) && Number(value) >= from && Number(value) <= to,
    `a whole number from ${from} to ${to}`,
  )
}

export function oneOf<const Value extends string>(values: readonly Value[]): Shape<Value> {
  return valueThat((value): value is Value => values.some((each) => each === value), listNames(values))
}

/** Returns the shape of scalar values whose text `parse` accepts. For other texts, `parse` returns undefined. */
export function parsed<Value>(parse: (text: string) => Value | undefined, expected: string): Shape<Value> {
  return (value, pointer) => {
    const isScalar = value !== undefined && typeof value !== 'object'
    const result = isScalar ? parse(String(value)) : undefined
    if (result !== undefined) return result
    throw mismatch(pointer, expected, value)
  }
}

export function list<Value>(item: Shape<Value>, expected: string): Shape<Value[]> {
  return (value, pointer) => {
    if (!Array.isArray(value)) throw mismatch(pointer, expected, value)
    return value.map((element: unknown, index) => item(element, childPointer(pointer, index)))
  }
}

type Member<V> = (value: unknown, pointer: string, name: string) => V

/** Returns the shape of a map whose keys the user chooses. */
export function mapOf<V>(item: Member<V>, expected: string): Shape<Map<string, V>> {
  return (value, pointer) => {
    if (!isMap(value)) throw mismatch(pointer, expected, value)
    const names = Object.keys(value)
    return new Map(names.map((name) => [name, item(value[name], childPointer(pointer, name), name)]))
  }
}

/** Returns the shape of a property that may be missing. The value of a missing property is `fallback`. */
export function optional<Value>(shape: Shape<Value>): Shape<Value | undefined>
export function optional<Value>(shape: Shape<Value>, fallback: Value): Shape<Value>
export function optional<Value>(shape: Shape<Value>, fallback?: Value): Shape<Value | undefined> {
  return (value, pointer) => (value === undefined ? fallback : shape(value, pointer))
}

type Shapes = Readonly<Record<string, Shape<unknown>>>

/** The type of an object whose properties have these shapes. */
export type ObjectOf<S extends Shapes> = {
  [Name in keyof S as undefined extends ReturnType<S[Name]> ? never : Name]: ReturnType<S[Name]>
} & {
  [Name in keyof S as undefined extends ReturnType<S[Name]> ? Name : never]?: NonNullable<ReturnType<S[Name]>>
}

/** Returns the shape of an object with only these keys. Keeps the order of keys. A property that is undefined counts as missing. */
export function object<S extends Shapes>(
  shapes: S,
  expected = `a map with ${listNames(Object.keys(shapes), 'and')}`,
): Shape<ObjectOf<S>> {
  const names = Object.keys(shapes)
  return (value, pointer) => {
    if (!isMap(value)) throw mismatch(pointer, expected, value)
    const given = Object.keys(value).filter((name) => value[name] !== undefined)
    const unknown = given.find((name) => !Object.hasOwn(shapes, name))
    if (unknown !== undefined) {
      const problem = unknownName('name', unknown, names)
      throw new InputError(childPointer(pointer, unknown), problem, problem, pointer)
    }
    const members = [...new Set([...given, ...names])].map(
      (name) => [name, shapes[name]?.(value[name], childPointer(pointer, name))] as const,
    )
    return Object.fromEntries(members.filter(([, member]) => member !== undefined)) as ObjectOf<S>
  }
}

/** Describes a value's type without repeating the value: `a list`, `a string`. */
export function describeType(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function describeValue(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : describeType(value)
}

/** Converts a JSON pointer to a path for messages: `/ann/plants/1` becomes `ann.plants[1]`. */
function toPath(pointer: string): string {
  return splitPointer(pointer)
    .map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`))
    .join('')
    .replace(/^\./, '')
}
