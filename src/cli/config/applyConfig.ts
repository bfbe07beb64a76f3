import type { Command, Option } from 'commander'
import { describeType, InputError, mapOf, type Shape, unknownName } from '../../contract/shape.ts'
import { listNames } from '../../contract/suggest.ts'
import { FlagError } from '../errors.ts'
import { isRepeatable } from './createOption.ts'
import type { ConfigSource } from './readConfig.ts'

/**
 * Applies the section of a command to the options that neither the command line nor the environment sets. Throws a UsageError
 * for an invalid configuration.
 */
export function applyConfig(command: Command, sections: readonly string[], source: ConfigSource): void {
  const name = SHARED[command.name()] ?? command.name()
  const values = source.read(configShape(command, name, sections)).get(name)
  for (const [key, value] of values ?? [])
    if (value !== undefined) command.setOptionValueWithSource(key, value, 'config')
}

/** Commands with the section of another command, as far as they have its flags. */
const SHARED: Readonly<Record<string, string>> = { scenarios: 'mock', replay: 'verify' }

type Section = Map<string, unknown>

/** A configuration, of which only the section of the command is checked. */
function configShape(
  command: Command,
  name: string,
  sections: readonly string[],
): Shape<Map<string, Section>> {
  const keys = configOptions(command).map((option) => option.attributeName())
  const section = sectionShape(command)
  const config = mapOf((value, pointer, key) => {
    if (key === name) return section(value, pointer)
    if (sections.includes(key)) return new Map()
    const problem = `unknown section "${key}"; expected ${listNames(sections)}`
    const hint = keys.includes(key) ? `; did you mean ${name}.${key}?` : ''
    throw new InputError(pointer, problem + hint)
  }, 'the configuration to be a map')
  return orEmpty(config)
}

/** The values that the section sets, as the flags would set them. */
function sectionShape(command: Command): Shape<Section> {
  const options = configOptions(command)
  const keys = options.map((option) => option.attributeName())
  const section = mapOf((value, pointer, key) => {
    const option = options.find((candidate) => candidate.attributeName() === key)
    if (!option && command.name() in SHARED) return undefined
    if (!option) throw new InputError(pointer, unknownName('key', key, keys))
    const isSet = !['default', undefined].includes(command.getOptionValueSource(key))
    if (isSet) return undefined
    return readOption(option, value, pointer)
  }, 'a map')
  return orEmpty(section)
}

function configOptions(command: Command): Option[] {
  return command.options.filter((option) => option.attributeName() !== 'config')
}

/** Accepts an empty file, or a section with only comments. */
function orEmpty<Value>(shape: Shape<Map<string, Value>>): Shape<Map<string, Value>> {
  return (value, pointer) => (value === null || value === undefined ? new Map() : shape(value, pointer))
}

/** The value of an option in a file, as its flag would set it. Throws an InputError. */
export function readOption(option: Option, value: unknown, pointer: string): unknown {
  const isSwitch = option.isBoolean() || option.negate
  return isSwitch ? toBoolean(value, pointer) : toOptionValue(option, value, pointer)
}

function toBoolean(value: unknown, pointer: string): boolean {
  if (typeof value === 'boolean') return value
  throw new InputError(pointer, `expected true or false, got ${describeType(value)}`)
}

/** Converts the value to the text of the flag, and parses that. */
function toOptionValue(option: Option, value: unknown, pointer: string): unknown {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  const other = values.find((item) => typeof item !== 'string' && typeof item !== 'number')
  if (other !== undefined || value === undefined)
    throw new InputError(pointer, `expected a string, a number or a list of them, got ${describeType(other)}`)
  const text = values.join(isRepeatable(option) ? '\n' : ',')
  try {
    return option.parseArg ? option.parseArg(text, undefined) : text
  } catch (error) {
    throw error instanceof FlagError ? new InputError(pointer, error.reason) : error
  }
}
