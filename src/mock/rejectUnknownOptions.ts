import { quote } from '../contract/input/quote.ts'
import { unknownName } from '../contract/input/shape.ts'
import { settingNames } from './scenarios/readEffects.ts'

/** Throws a RangeError if there is an unknown option, so that a typo is reported instead of ignored. */
export function rejectUnknownOptions(options: object, names: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown === undefined) return
  throw new RangeError(
    settingNames.includes(unknown)
      ? `unknown option ${quote(unknown)}; did you mean settings.${unknown}?`
      : unknownName('option', unknown, names),
  )
}
