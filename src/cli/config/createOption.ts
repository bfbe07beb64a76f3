import { type Command, Option } from 'commander'
import { listNames } from '../../contract/input/suggest.ts'
import { FlagError, UsageError } from '../errors.ts'
import { type Flag, type Flags, flagName, flagVariable } from './flag.ts'

/** Adds the options of a table to a command. */
export function addFlags(command: Command, flags: Flags): Command {
  for (const [key, flag] of Object.entries(flags)) command.addOption(createOption(key, flag))
  return command
}

/**
 * Creates an option with its environment variable. The flag wins over the variable. An empty variable counts as unset, and so
 * does a switch's variable of `0` or `false`.
 */
export function createOption(key: string, flag: Flag, environment = process.env): Option {
  const name = flagName(key, flag)
  const { description, value = '', default: initial, defaultText } = flag
  // Commander shows a default text only with a default value.
  const lateDefault = initial === undefined && defaultText !== undefined ? ` (default: ${defaultText})` : ''
  const option = new Option(`${name} ${value}`.trim(), description + lateDefault)
  if (initial !== undefined && flag.type !== 'boolean')
    option.default(initial, defaultText ?? String(initial))
  const variable = flagVariable(key, flag)
  const set = environment[variable]
  const isUnset = set === '' || (flag.type === 'boolean' && (set === '0' || set === 'false'))
  if (!isUnset) option.env(variable)
  // Commander does not say where a text is from. It reads the command line first, so a text equal to the variable's is the variable's.
  const sourceOf = (text: string): string => (text === set ? variable : name)
  const parse = flag.parse ?? (flag.choices && toChoice(flag.choices))
  if (flag.type === 'repeatable') {
    repeatable.add(option)
    const list: unknown[] = []
    const add = (text: string): unknown[] => {
      const lines = text.split('\n').filter(Boolean)
      list.push(...(parse ? lines.map(parse) : lines))
      return list
    }
    option.argParser(withSource(add, sourceOf))
  } else if (parse) option.argParser(withSource(parse, sourceOf))
  return option
}

const repeatable = new WeakSet<Option>()

/** Whether an option can be given more than once. Its parser then takes several values, one per line. */
export function isRepeatable(option: Option): boolean {
  return repeatable.has(option)
}

function toChoice(choices: readonly string[]): (text: string) => string {
  return (text) => {
    if (choices.includes(text)) return text
    throw new UsageError(`expected ${listNames(choices)}, got "${text}"`)
  }
}

/** Puts the flag or the variable in front of a parser's message. Commander's own message would quote the value, which may be a secret. */
function withSource<Value>(
  parse: (text: string) => Value,
  sourceOf: (text: string) => string,
): (text: string) => Value {
  return (text) => {
    try {
      return parse(text)
    } catch (error) {
      throw error instanceof UsageError ? new FlagError(sourceOf(text), error.message) : error
    }
  }
}
