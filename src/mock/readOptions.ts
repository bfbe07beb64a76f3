import { object, optional, type Shape } from '../contract/shape.ts'
import { quote } from '../contract/words.ts'
import { settingNames } from './scenarios/override.ts'

/** The shape of each option. If the shape of an option is missing, the code does not compile. */
export type OptionShapes<Options extends object> = Readonly<Record<keyof Required<Options>, Shape<unknown>>>

/** Checks the options, and returns the options that are set. Throws a RangeError for invalid and unknown options, such as typos. */
export function readOptions<Options extends object>(
  options: Options,
  shapes: Readonly<Record<string, Shape<unknown>>>,
): Options {
  // A user may pass a mock instead of options, and a function of a mock can have the name of a setting, such as `scenario`.
  const isSet = (name: string): boolean => !/undefined|function/.test(typeof Object(options)[name])
  const setting = settingNames.find((name) => isSet(name) && !(name in shapes))
  if (setting !== undefined)
    throw new RangeError(`unknown option ${quote(setting)}; did you mean settings.${setting}?`)
  const members = Object.entries(shapes).map(([name, shape]) => [name, optional(shape)] as const)
  const read = object(Object.fromEntries(members), 'an object with options')
  return read(options, '') as Options
}

/** The shape of an option that the mock checks later. Accepts every value. */
export function anyValue<Value>(value: unknown): Value {
  return value as Value
}
