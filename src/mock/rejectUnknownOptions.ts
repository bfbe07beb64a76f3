import { quote } from '../contract/input/quote.ts'
import { didYouMean } from '../contract/input/suggest.ts'
import { settingNames } from './scenarios/readEffects.ts'

/** Throws a RangeError if there is an unknown option, so that a typo is reported instead of ignored. */
export function rejectUnknownOptions(options: object, names: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown === undefined) return
  const hint = settingNames.includes(unknown)
    ? `did you mean settings.${unknown}?`
    : didYouMean(unknown, names) || `expected ${names.join(', ')}`
  throw new RangeError(`unknown option ${quote(unknown)}; ${hint}`)
}
