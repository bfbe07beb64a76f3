import { Option } from 'commander'
import { FlagError, UsageError } from '../errors.ts'

/** A flag as it is declared once, for command line, environment and help. */
export type Flag<Value> = {
  /** `--port <number>`; without a placeholder it is a switch. */
  flag: string
  description: string
  default?: NoInfer<Value | Value[]>
  /** How help shows the default, where its value would not do. */
  defaultText?: string
  /** From text to value. Throws a UsageError that says what was expected. */
  parse?: (text: string) => Value
  /** May be given more than once: the values make a list. In the environment they stand on a line each. */
  repeatable?: boolean
}

/**
 * Declares a flag and its environment twin: `PLANT_STORE_` and the flag's name, so that `--base-path` has
 * `PLANT_STORE_BASE_PATH`. The flag wins. An empty variable is as none, and so is 0 or false for a switch.
 */
export function option<Value>(flag: Flag<Value>, environment = process.env): Option {
  const declared = new Option(flag.flag, flag.description)
  if (flag.default !== undefined) declared.default(flag.default, flag.defaultText)
  const name = twin(declared.name())
  const value = environment[name]
  const isSwitch = declared.isBoolean() || declared.negate
  const off = value === '' || (isSwitch && (value === '0' || value === 'false'))
  if (!off) declared.env(name)
  const parse = flag.parse ?? ((text: string) => text as Value)
  // Commander reads what is given before the environment: a text that is the variable's came from there.
  const sourceOf = (text: string): string => (text === value ? name : `--${declared.name()}`)
  if (flag.repeatable) {
    repeatables.add(declared)
    const list: Value[] = []
    const add = (text: string): Value[] => {
      list.push(...text.split('\n').filter(Boolean).map(parse))
      return list
    }
    declared.argParser(explained(add, sourceOf))
  } else if (flag.parse) declared.argParser(explained(parse, sourceOf))
  return declared
}

const repeatables = new WeakSet<Option>()

/** Whether an option may be given more than once. Its parser then takes several values, on a line each. */
export function isRepeatable(declared: Option): boolean {
  return repeatables.has(declared)
}

function twin(name: string): string {
  return `PLANT_STORE_${name.toUpperCase().replaceAll('-', '_')}`
}

/** Names the flag or the variable in front of what a parser says. Commander would repeat the value, which may be a secret. */
function explained<Value>(
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
