import { InvalidArgumentError, Option } from 'commander'
import { UsageError } from './UsageError.ts'

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
  const parse = explained(flag.parse)
  if (flag.repeatable) {
    repeatables.add(declared)
    const list: Value[] = []
    declared.argParser((text: string) => {
      list.push(...text.split('\n').filter(Boolean).map(parse))
      return list
    })
  } else if (flag.parse) declared.argParser(parse)
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

/** Commander names the flag or the variable in front of what an InvalidArgumentError says. */
function explained<Value>(parse: ((text: string) => Value) | undefined): (text: string) => Value {
  return (text) => {
    try {
      return parse ? parse(text) : (text as Value)
    } catch (error) {
      throw error instanceof UsageError ? new InvalidArgumentError(sentence(error.message)) : error
    }
  }
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
