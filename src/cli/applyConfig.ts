import { type Command, InvalidArgumentError, type Option } from 'commander'
import { escapePointer } from '../contract/locate.ts'
import { isRepeatable } from './option.ts'
import type { ConfigSource } from './readConfig.ts'

/**
 * Gives a command what its section of a configuration says, but for flags that the command line or the environment sets.
 * Throws a UsageError for what is no configuration of `commands`.
 */
export function applyConfig(command: Command, commands: readonly string[], source: ConfigSource): void {
  const sections = membersOf(source, '', source.value, 'the configuration')
  for (const [name] of sections)
    if (!commands.includes(name))
      throw source.error(
        `/${escapePointer(name)}`,
        `expected sections among ${commands.join(', ')}, got "${name}"`,
      )
  const name = command.name()
  const [, section = {}] = sections.find(([section]) => section === name) ?? []
  const options = command.options.filter((option) => option.attributeName() !== 'config')
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
  throw source.error(pointer, `expected ${what} to be a map, got ${kindOf(value)}`)
}

function toSwitch(value: unknown, wrong: Wrong): boolean {
  if (typeof value === 'boolean') return value
  throw wrong(`expected true or false, got ${kindOf(value)}`)
}

/** From the value to what the flag would be given, and through the same parser. */
function toFlag(option: Option, value: unknown, wrong: Wrong): unknown {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  const other = values.find((each) => typeof each !== 'string' && typeof each !== 'number')
  if (other !== undefined || value === undefined)
    throw wrong(`expected a text, a number or a list of them, got ${kindOf(other)}`)
  const text = values.join(isRepeatable(option) ? '\n' : ',')
  try {
    return option.parseArg ? option.parseArg(text, undefined) : text
  } catch (error) {
    throw error instanceof InvalidArgumentError ? wrong(error.message) : error
  }
}

/** What a value is, in words that do not repeat it: it may be a secret. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a map' : `a ${typeof value}`
}
