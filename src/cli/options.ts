import { type Command, Option } from 'commander'
import { describeType, InputError, mapOf, type Shape, unknownName } from '../contract/shape.ts'
import { listNames } from '../contract/words.ts'
import { findConfig, readConfig } from './configFile.ts'
import { findProgram, UsageError } from './errors.ts'

/** Everything about one option of a command. `flags.ts` declares them all. */
export type Flag = {
  /** What a configuration file may contain. A boolean that is true by default gets the flag `--no-NAME`. */
  type: keyof ConfigTypes
  /** Placeholder of the value in the help, such as `<number>`. */
  value?: string
  /** What it does, short enough for a line of the help. */
  description: string
  /** What the docs add to that. */
  detail?: string
  /** The heading of the help under which it stands. Default: `Options:`. */
  group?: string
  /** Whether `--help` shows it. `--help all` shows every flag. */
  first?: true
  /** Its value may be a secret. The help then names the variable to use instead. */
  secret?: true
  /** It has no flag and no variable. */
  onlyInFile?: true
  default?: unknown
  /** The default as help and docs show it, if its value is unreadable or known only at run time. */
  defaultText?: string
  /** The texts that are allowed. */
  choices?: readonly string[]
  /** Converts one text to a value. Throws a UsageError that says what was expected. */
  parse?: (text: string) => unknown
}

/** The options of a command, in the order of its help. */
export type Flags = Readonly<Record<string, Flag>>

/** The types of a configuration file's values. */
type ConfigTypes = {
  boolean: boolean
  number: number
  string: string
  'number or string': number | string
  /** A list, or one text with commas. */
  list: string | readonly string[]
  /** A flag that can be given more than once; its environment variable has one value per line. */
  repeatable: string | readonly string[]
}

/** The values of a table of flags, as a command gets them. */
export type FlagsOf<Table extends Flags> = {
  -readonly [Key in keyof Table as Table[Key] extends { default: unknown } ? Key : never]: FlagValue<
    Table[Key]
  >
} & {
  -readonly [Key in keyof Table as Table[Key] extends { default: unknown } ? never : Key]?: FlagValue<
    Table[Key]
  >
}

type FlagValue<F extends Flag> = F['type'] extends 'repeatable' ? ParsedValue<F>[] : ParsedValue<F>

type ParsedValue<F extends Flag> = F['type'] extends 'boolean'
  ? boolean
  : F extends { parse: (text: string) => infer Value }
    ? Value
    : F extends { choices: readonly (infer Choice)[] }
      ? Choice
      : string

/** The section of a configuration file for a table of flags. */
export type ConfigOf<Table extends Flags> = {
  -readonly [Key in keyof Table]?: Table[Key] extends { choices: readonly (infer Choice)[] }
    ? Choice
    : ConfigTypes[Table[Key]['type']]
}

/** The name of a flag: `--base-path`. */
export function flagName(key: string, { type, default: initial }: Flag): string {
  const name = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return type === 'boolean' && initial === true ? `--no-${name}` : `--${name}`
}

/** The environment variable of a flag: `PLANT_STORE_BASE_PATH`. */
export function flagVariable(key: string, flag: Flag): string {
  return `PLANT_STORE_${flagName(key, flag).slice(2).toUpperCase().replaceAll('-', '_')}`
}

type More = Omit<Flag, 'type' | 'value' | 'description'>

/** Declares a flag with a value. */
export const flag = <const Type extends Flag['type'], const Rest extends More = Record<never, never>>(
  type: Type,
  value: string,
  description: string,
  rest?: Rest,
) => ({ type, value, description, ...(rest as Rest) })

/** Declares a flag without a value. */
export const toggle = <const Rest extends More = Record<never, never>>(description: string, rest?: Rest) =>
  ({ type: 'boolean', description, ...(rest as Rest) }) as const

/** Puts flags under a heading of the help. */
export function inGroup<const Table extends Flags>(group: string, flags: Table): Table {
  const grouped = Object.entries(flags).map(([key, flag]) => [key, { ...flag, group }])
  return Object.fromEntries(grouped) as Table
}

/** `--config`, for the commands that have a section in the configuration file. */
export const configFlag = {
  type: 'string',
  value: '<file>',
  description: 'configuration file',
  defaultText: 'plant-store.config.{yaml,json,ts,mjs}, if present',
} as const satisfies Flag

/** The part of a configuration file that a command reads. */
export type ConfigSection = {
  name: string
  /** All sections, by name. */
  all: Readonly<Record<string, Flags>>
  /** The only keys that the command takes from it. Without them, it takes those of its flags, and has `--config`. */
  keys?: readonly string[]
}

/**
 * Adds the flags of a table to a command. Before the command runs, each gets its value: from the command line, its variable, the
 * configuration file, or its default. With `examples`, the help is short.
 */
export function addFlags(
  command: Command,
  flags: Flags,
  { section, examples = [] }: { section?: ConfigSection; examples?: readonly string[] } = {},
): Command {
  const all: Flags = section && !section.keys ? { ...flags, config: configFlag } : flags
  for (const [key, flag] of Object.entries(all)) {
    if (flag.onlyInFile) continue
    const option = createOption(key, flag)
    command.addOption(option)
    if (examples.length > 0 && !flag.first) option.hideHelp()
    // Users may confirm what is on by default.
    if (flag.type === 'boolean' && flag.default === true)
      command.addOption(new Option(flagName(key, flag).replace('--no-', '--')).hideHelp())
  }
  const [variable] = Object.entries(flags).map(([key, flag]) => flagVariable(key, flag))
  command.addHelpText('after', () => {
    const program = `${findProgram()} ${command.name()}`
    const shown = examples.map((example) => `  ${program} ${example}\n`).join('')
    const isShort = command.options.some(isLeftOut)
    return `${shown && `\nExamples:\n${shown}`}${isShort ? `\nAll flags: ${program} --help all\n` : ''}
Each flag has an environment variable, such as ${variable}. Use it for
secrets, because process lists show flags. docs/cli.md says more about each.`
  })
  return command.hook('preAction', () => setValues(command, all, section))
}

/** Shows all options in the help of a command, also those that a short help leaves out. */
export function showAll(command: Command): void {
  for (const option of command.options) if (isLeftOut(option)) option.hideHelp(false)
}

/** An option that confirms a default has no description, and is never shown. */
function isLeftOut({ hidden, description }: Option): boolean {
  return hidden && Boolean(description)
}

/** Columns of a flag's description in the help of a terminal with 80. */
const HELP_COLUMNS = 51

function createOption(key: string, flag: Flag): Option {
  const { type, value = '', description, group, default: initial, defaultText } = flag
  const shown = defaultText ?? (initial === undefined || type === 'boolean' ? 'none' : String(initial))
  const withDefault = `${description} (default: ${shown})`
  const fits = shown !== 'none' && withDefault.length <= HELP_COLUMNS
  const name = `${flagName(key, flag)} ${value}`.trim()
  const option = new Option(name, fits ? withDefault : description)
  if (group !== undefined) option.helpGroup(group)
  if (type === 'repeatable')
    option.argParser((text, previous: readonly string[] | undefined) => [...(previous ?? []), text])
  return option
}

async function setValues(command: Command, flags: Flags, section: ConfigSection | undefined): Promise<void> {
  const isGiven = (key: string): boolean => command.getOptionValueSource(key) === 'cli'
  for (const [key, flag] of Object.entries(flags)) {
    if (flag.onlyInFile) continue
    const variable = flagVariable(key, flag)
    if (flag.type === 'boolean') {
      if (isSwitchOn(variable) && !isGiven(key))
        command.setOptionValueWithSource(key, flag.default !== true, 'env')
    } else if (isGiven(key))
      command.setOptionValueWithSource(key, parse(flag, command.opts()[key], flagName(key, flag)), 'cli')
    else if (process.env[variable])
      command.setOptionValueWithSource(key, parse(flag, process.env[variable], variable), 'env')
  }
  for (const [key, value] of await readSection(command, flags, section))
    command.setOptionValueWithSource(key, value, 'config')
  for (const [key, { default: initial }] of Object.entries(flags))
    if (command.getOptionValue(key) === undefined && initial !== undefined)
      command.setOptionValueWithSource(key, initial, 'default')
}

/** Converts the texts of a flag or a variable, which a message names. It would be unsafe to quote them: they may be secrets. */
function parse(flag: Flag, given: string | readonly string[], source: string): unknown {
  try {
    return convert(flag, [given].flat())
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${source}: ${error.message}`) : error
  }
}

function convert({ type, parse: custom, choices }: Flag, texts: readonly string[]): unknown {
  const one = custom ?? ((text: string): string => choose(text, choices))
  if (type !== 'repeatable') return one(texts.join(','))
  return texts
    .flatMap((text) => text.split('\n'))
    .filter(Boolean)
    .map(one)
}

function choose(text: string, choices: readonly string[] | undefined): string {
  if (choices === undefined || choices.includes(text)) return text
  throw new UsageError(`expected ${listNames(choices)}, got "${text}"`)
}

const ON = ['1', 'true']
const OFF = ['0', 'false', '']

/** Whether a variable turns its switch on. Throws a UsageError for a value that is neither on nor off: `no` must not mean yes. */
function isSwitchOn(variable: string): boolean {
  const text = process.env[variable] ?? ''
  if (![...ON, ...OFF].includes(text))
    throw new UsageError(`${variable}: expected 1, true, 0, false or nothing, got "${text}"`)
  return ON.includes(text)
}

/** The values that the section of a command sets, apart from those that the command line or the environment sets. */
async function readSection(
  command: Command,
  flags: Flags,
  section: ConfigSection | undefined,
): Promise<ReadonlyMap<string, unknown>> {
  const file: string | undefined =
    section && (command.opts().config ?? (process.env.PLANT_STORE_CONFIG || findConfig('.')))
  if (section === undefined || file === undefined) return new Map()
  const { name, all, keys = Object.keys(flags) } = section
  const known: Flags = all[name] ?? {}
  const readMember = (value: unknown, pointer: string, key: string): unknown => {
    if (!Object.hasOwn(known, key)) throw new InputError(pointer, unknownName('key', key, Object.keys(known)))
    const flag = keys.includes(key) ? flags[key] : undefined
    const isSet = !['default', undefined].includes(command.getOptionValueSource(key))
    return flag === undefined || isSet ? undefined : readValue(flag, value, pointer)
  }
  const own = orEmpty(mapOf(readMember, 'a map'))
  const config = mapOf((value, pointer, key) => {
    if (key === name) return own(value, pointer)
    if (Object.hasOwn(all, key)) return new Map<string, unknown>()
    const problem = `unknown section "${key}"; expected ${listNames(Object.keys(all))}`
    throw new InputError(pointer, problem + (key in known ? `; did you mean ${name}.${key}?` : ''))
  }, 'the configuration to be a map')
  const values = (await readConfig(file)).read(orEmpty(config)).get(name) ?? new Map<string, unknown>()
  return new Map([...values].filter(([, value]) => value !== undefined))
}

/** Accepts an empty file, or a section with only comments. */
function orEmpty<Value>(shape: Shape<Map<string, Value>>): Shape<Map<string, Value>> {
  return (value, pointer) => (value === null || value === undefined ? new Map() : shape(value, pointer))
}

/** The value of a flag in a file, as the flag would set it. Throws an InputError. */
export function readValue(flag: Flag, value: unknown, pointer: string): unknown {
  if (flag.type === 'boolean') {
    if (typeof value === 'boolean') return value
    throw new InputError(pointer, `expected true or false, got ${describeType(value)}`)
  }
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  const other = values.find((item) => typeof item !== 'string' && typeof item !== 'number')
  if (other !== undefined || value === undefined)
    throw new InputError(pointer, `expected a string, a number or a list of them, got ${describeType(other)}`)
  try {
    return convert(flag, values.map(String))
  } catch (error) {
    throw error instanceof UsageError ? new InputError(pointer, error.message) : error
  }
}
