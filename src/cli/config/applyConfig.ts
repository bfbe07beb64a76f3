import type { Command, Option } from 'commander'
import { escapePointer } from '../../contract/jsonPointer.ts'
import { typeOf } from '../../mock/fixtures/membersOf.ts'
import { FlagError } from '../errors.ts'
import { isRepeatable } from './option.ts'
import type { ConfigSource } from './readConfig.ts'

/**
 * Gives a command what its section of a configuration says, but for flags that the command line or the environment sets.
 * Throws a UsageError for what is no configuration with these sections.
 */
export function applyConfig(command: Command, names: readonly string[], source: ConfigSource): void {
  const name = command.name()
  const options = command.options.filter((option) => option.attributeName() !== 'config')
  const sections = membersOf(source, '', source.value, 'the configuration')
  for (const [section] of sections) {
    if (names.includes(section)) continue
    const isKey = options.some((option) => option.attributeName() === section)
    const hint = isKey ? `; did you mean ${name}.${section}?` : ''
    throw source.error(
      `/${escapePointer(section)}`,
      `expected sections among ${names.join(', ')}, got "${section}"${hint}`,
    )
  }
  const [, section = {}] = sections.find(([each]) => each === name) ?? []
  for (const [key, value] of membersOf(source, `/${name}`, section, name)) {
    const pointer = `/${name}/${escapePointer(key)}`
    const option = options.find((each) => each.attributeName() === key)
    if (!option)
      throw source.error(
        pointer,
        `${name}: expected ${options.map((each) => each.attributeName()).join(', ')}, got "${key}"`,
      )
    const wrong = (reason: string) => source.error(pointer, `${name}.${key}: ${reason}`)
    const found = command.getOptionValueSource(key)
    if (found !== undefined && found !== 'default') continue
    const read = option.isBoolean() || option.negate ? toSwitch(value, wrong) : toFlag(option, value, wrong)
    if (read !== undefined) command.setOptionValueWithSource(key, read, 'config')
  }
}

type Wrong = (reason: string) => Error

function membersOf(source: ConfigSource, pointer: string, value: unknown, what: string): [string, unknown][] {
  // An empty file, or a section of which all is commented out.
  if (value === null) return []
  if (typeof value === 'object' && value !== undefined && !Array.isArray(value)) return Object.entries(value)
  throw source.error(pointer, `expected ${what} to be a map, got ${typeOf(value)}`)
}

function toSwitch(value: unknown, wrong: Wrong): boolean {
  if (typeof value === 'boolean') return value
  throw wrong(`expected true or false, got ${typeOf(value)}`)
}

/** From the value to what the flag would be given, and through the same parser. */
function toFlag(option: Option, value: unknown, wrong: Wrong): unknown {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  const other = values.find((each) => typeof each !== 'string' && typeof each !== 'number')
  if (other !== undefined || value === undefined)
    throw wrong(`expected a text, a number or a list of them, got ${typeOf(other)}`)
  const text = values.join(isRepeatable(option) ? '\n' : ',')
  try {
    return option.parseArg ? option.parseArg(text, undefined) : text
  } catch (error) {
    throw error instanceof FlagError ? wrong(error.reason) : error
  }
}
