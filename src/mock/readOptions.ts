import { childPointer } from '../contract/jsonPointer.ts'
import { mismatch, type Shape, unknownName } from '../contract/shape.ts'
import { quote } from '../contract/words.ts'
import { settingNames } from './scenarios/override.ts'

/** The shape of each option. One that is missing does not compile. */
export type OptionShapes<Options extends object> = Readonly<Record<keyof Required<Options>, Shape<unknown>>>

/** Checks options and returns those that are given. Throws a RangeError, also for an unknown option, which may be a typo. */
export function readOptions<Options extends object>(
  options: Options,
  shapes: Readonly<Record<string, Shape<unknown>>>,
): Options {
  const given: unknown = leaveOutUndefined(options)
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw mismatch('', 'an object with options', given)
  const known = new Map(Object.entries(shapes))
  const read = Object.entries(given).map(([name, value]) => {
    const shape = known.get(name)
    if (shape) return [name, shape(value, childPointer('', name))]
    throw new RangeError(
      settingNames.includes(name)
        ? `unknown option ${quote(name)}; did you mean settings.${name}?`
        : unknownName('option', name, [...known.keys()]),
    )
  })
  return Object.fromEntries(read)
}

/** In code, a member that is undefined is not given. */
export function leaveOutUndefined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))
}

/** For a value that is checked when it is used. */
export function anyValue<Value>(value: unknown): Value {
  return value as Value
}
