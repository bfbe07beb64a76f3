import { quote } from './quote.ts'
import { settingNames } from './scenarios/readEffects.ts'
import { suggest } from './suggest.ts'

/** Throws a RangeError for an option that there is not: a slip of the pen would otherwise be followed by nothing. */
export function rejectUnknownOptions(options: object, names: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown === undefined) return
  const meant = settingNames.includes(unknown) ? `settings.${unknown}` : suggest(unknown, names)
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`
  throw new RangeError(`expected options among ${names.join(', ')}, got ${quote(unknown)}${hint}`)
}
