import { quote } from '../contract/input/quote.ts'
import { mismatch, unknownName } from '../contract/input/shape.ts'
import { settingNames } from './scenarios/readEffects.ts'

/** Throws a RangeError if there is an unknown option, so that a typo is reported instead of ignored, or if these are not options. */
export function rejectUnknownOptions(options: object, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw mismatch('', 'an object with options', options)
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown === undefined) return
  throw new RangeError(
    settingNames.includes(unknown)
      ? `unknown option ${quote(unknown)}; did you mean settings.${unknown}?`
      : unknownName('option', unknown, names),
  )
}
