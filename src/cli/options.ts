import { describeType, InputError } from '../contract/shape.ts'
import { messageOf } from '../contract/words.ts'
import { type Finish, UsageError } from './errors.ts'
import { toSwitch } from './values.ts'

/** Everything about one flag of a command. `flags.ts` declares them all. */
export type Flag<Value = unknown> = {
  /** A repeatable flag has one value per line in its variable. A switch has no value. */
  type: 'text' | 'repeatable' | 'switch'
  /** Placeholder of the value in the help, such as `<number>`; empty for a switch. */
  value: string
  /** What it does. */
  help: string
  /** Converts one text to a value. Throws an error that says what was expected. */
  parse: (text: string) => Value
  /** The heading under which the whole help shows it. Without one, the short help shows it, too. */
  group?: string
  /** Its value may be a secret. The help then names the variable to use instead. */
  secret?: true
  /** It has no flag and no variable. */
  onlyInFile?: true
  /** As it would be written on the command line. */
  default?: string
}

/** The flags of a command, in the order of its help. */
export type Flags = Readonly<Record<string, Flag>>

/** The values of a table of flags, as a command gets them. */
export type FlagsOf<Table extends Flags> = {
  -readonly [Key in keyof Table as Table[Key] extends AlwaysSet ? Key : never]: ValueOf<Table[Key]>
} & {
  -readonly [Key in keyof Table as Table[Key] extends AlwaysSet ? never : Key]?: ValueOf<Table[Key]>
}

type AlwaysSet = { default: unknown } | { type: 'repeatable' }

type ValueOf<F extends Flag> = F['type'] extends 'repeatable'
  ? ReturnType<F['parse']>[]
  : ReturnType<F['parse']>

/** What a command gets. */
export type Call<Table extends Flags> = {
  flags: FlagsOf<Table>
  /** The names of the flags that the command line or a variable sets. */
  given: ReadonlySet<string>
  /** The words that belong to no flag; undefined for one that was left out. */
  words: readonly string[]
  finish: Finish
}

/** The section of a configuration file for a table of flags. */
export type ConfigOf<Table extends Flags> = {
  -readonly [Key in keyof Table]?: ValueOf<Table[Key]> extends string | number | boolean
    ? ValueOf<Table[Key]>
    : string | readonly string[]
}

type More = Pick<Flag, 'secret' | 'onlyInFile' | 'default'>
type None = Record<never, never>

type Declared<Type, Value> = Pick<Flag<Value>, 'value' | 'help' | 'parse'> & { type: Type }

const declare =
  <const Type extends Flag['type']>(type: Type) =>
  <Value = string, const Rest extends More = None>(
    value: string,
    help: string,
    parse: (text: string) => Value = asIs as never,
    rest?: Rest,
  ): Declared<Type, NoInfer<Value>> & NoInfer<Rest> => ({ type, value, help, parse, ...(rest as Rest) })

/** Declares a flag whose value `parse` reads. */
export const flag = declare('text')
/** Declares one that can be repeated. */
export const repeatable = declare('repeatable')

/** The parser of texts that need none. */
export function asIs(text: string): string {
  return text
}

/** Declares a flag without a value. */
export function toggle(help: string) {
  return declare('switch')('', help, toSwitch)
}

/** Puts flags under a heading of the help. */
export function inGroup<const Table extends Flags>(group: string, flags: Table): Table {
  const grouped = Object.entries(flags).map(([key, each]) => [key, { ...each, group }])
  return Object.fromEntries(grouped) as Table
}

/** The name of a flag: `--base-path`. */
export function flagName(key: string): string {
  return `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** The environment variable of a flag: `PLANT_STORE_BASE_PATH`. */
export function flagVariable(key: string): string {
  return `PLANT_STORE_${flagName(key).slice(2).toUpperCase().replaceAll('-', '_')}`
}

/** What a flag does, as help and docs show it. */
export function describeMeaning({ help, type }: Flag): string {
  return type === 'repeatable' ? `${help}; repeatable` : help
}

/** Converts the texts of a flag or a variable, which a message names. It would be unsafe to quote them: they may be secrets. */
export function readTexts(flag: Flag, texts: readonly string[], source: string): unknown {
  try {
    return convert(flag, texts)
  } catch (error) {
    throw new UsageError(`${source}: ${messageOf(error)}`)
  }
}

/** The value of a flag in a file, as the flag would set it. Throws an InputError. */
export function readValue(flag: Flag, value: unknown, pointer: string): unknown {
  if (flag.type === 'switch') {
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
    throw new InputError(pointer, messageOf(error))
  }
}

function convert({ type, parse }: Flag, texts: readonly string[]): unknown {
  if (type !== 'repeatable') return parse(texts.join(','))
  return texts
    .flatMap((text) => text.split('\n'))
    .filter(Boolean)
    .map((text) => parse(text))
}
