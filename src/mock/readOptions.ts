import { object, optional, type Shape } from '../contract/shape.ts'
import { quote } from '../contract/words.ts'
import { settingNames } from './scenarios/override.ts'

/** The shape of each option. If this type lacks an option, the code does not compile. */
export type OptionShapes<Options extends object> = Readonly<Record<keyof Required<Options>, Shape<unknown>>>

/** Checks the options, and returns the options that are set. Throws a RangeError for invalid and unknown options, such as typos. */
export function readOptions<Options extends object>(
  options: Options,
  shapes: Readonly<Record<string, Shape<unknown>>>,
): Options {
  // A mock, which a user may pass instead of options, has functions with the names of settings.
  const isSet = (name: string): boolean => !/undefined|function/.test(typeof Object(options)[name])
  const setting = settingNames.find((name) => isSet(name) && !(name in shapes))
  if (setting !== undefined)
    throw new RangeError(`unknown option ${quote(setting)}; did you mean settings.${setting}?`)
  const members = Object.entries(shapes).map(([name, shape]) => [name, optional(shape)] as const)
  const read = object(Object.fromEntries(members), 'an object with options')
  return read(options, '') as Options
}

/** Accepts every value, for options that the mock checks later. */
export function anyValue<Value>(value: unknown): Value {
  return value as Value
}
