import type { Command, Option } from 'commander'
import { childPointer } from '../../contract/jsonPointer.ts'
import { describeType } from '../../contract/shape.ts'
import { didYouMean } from '../../contract/suggest.ts'
import { FlagError } from '../errors.ts'
import { isRepeatable } from './createOption.ts'
import { oneOf } from './flag.ts'
import type { ConfigSource } from './readConfig.ts'

/**
 * Applies the section of a command to the options that neither the command line nor the environment sets. Throws a UsageError
 * for an invalid configuration.
 */
export function applyConfig(command: Command, sections: readonly string[], source: ConfigSource): void {
  const name = command.name()
  const options = command.options.filter((option) => option.attributeName() !== 'config')
  const keys = options.map((option) => option.attributeName())
  const config = readMap(source, '', 'the configuration', source.value)
  const unknown = Object.keys(config).find((section) => !sections.includes(section))
  if (unknown !== undefined) {
    const hint = keys.includes(unknown) ? `did you mean ${name}.${unknown}?` : didYouMean(unknown, sections)
    const reason = `unknown section "${unknown}"; expected ${oneOf(sections)}`
    throw source.error(childPointer('', unknown), joinHint(reason, hint))
  }
  const section = readMap(source, `/${name}`, name, config[name] ?? null)
  for (const [key, value] of Object.entries(section)) {
    const pointer = childPointer(`/${name}`, key)
    const option = options.find((each) => each.attributeName() === key)
    if (!option) {
      const reason = `unknown key "${key}" in ${name}; expected ${oneOf(keys)}`
      throw source.error(pointer, joinHint(reason, didYouMean(key, keys)))
    }
    const wrongValue = (reason: string) => source.error(pointer, `${name}.${key}: ${reason}`)
    const isSet = !['default', undefined].includes(command.getOptionValueSource(key))
    if (isSet) continue
    const isSwitch = option.isBoolean() || option.negate
    const applied = isSwitch ? toBoolean(value, wrongValue) : toOptionValue(option, value, wrongValue)
    if (applied !== undefined) command.setOptionValueWithSource(key, applied, 'config')
  }
}

type WrongValue = (reason: string) => Error

function readMap(
  source: ConfigSource,
  pointer: string,
  what: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  // An empty file, or a section with only comments.
  if (value === null) return {}
  if (typeof value === 'object' && value !== undefined && !Array.isArray(value)) return { ...value }
  throw source.error(pointer, `expected ${what} to be a map, got ${describeType(value)}`)
}

function joinHint(reason: string, hint: string): string {
  return hint === '' ? reason : `${reason}; ${hint}`
}

function toBoolean(value: unknown, wrongValue: WrongValue): boolean {
  if (typeof value === 'boolean') return value
  throw wrongValue(`expected true or false, got ${describeType(value)}`)
}

/** Converts the value to the text of the flag, and parses that. */
function toOptionValue(option: Option, value: unknown, wrongValue: WrongValue): unknown {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  const other = values.find((each) => typeof each !== 'string' && typeof each !== 'number')
  if (other !== undefined || value === undefined)
    throw wrongValue(`expected a string, a number or a list of them, got ${describeType(other)}`)
  const text = values.join(isRepeatable(option) ? '\n' : ',')
  try {
    return option.parseArg ? option.parseArg(text, undefined) : text
  } catch (error) {
    throw error instanceof FlagError ? wrongValue(error.reason) : error
  }
}
