import { describeType, InputError, type Shape } from '../contract/shape.ts'
import { messageOf } from '../contract/words.ts'
import { toSwitch } from '../parsers.ts'
import { checked, type Finish } from './errors.ts'

/** The declaration of a command's flag. `flags.ts` declares all flags. */
export type Flag<Value = unknown> = {
  /** `repeatable`: its environment variable has one value per line. `switch`: the flag has no value. */
  type: 'text' | 'repeatable' | 'switch'
  /** The placeholder for the value in the help, such as `<number>`. Empty for a switch. */
  value: string
  /** The meaning of the flag, as shown in the help. */
  help: string
  /** Parses a string, or throws an error that names the expected value. */
  parse: (text: string) => Value
  /** The default value, as on the command line. */
  default?: string | number | undefined
  /** The heading under which the full help lists the flag. The short help lists only flags without a heading. */
  group?: string
  /** Whether the value may be a secret. The help then advises to use environment variables. */
  secret?: true
}

/** The flags of a command, in the order of the help text. */
export type Flags = Readonly<Record<string, Flag>>

/** The parsed values of a command's flags. */
export type FlagsOf<Table extends Flags> = {
  -readonly [Key in keyof Table as Table[Key] extends AlwaysSet ? Key : never]: ValueOf<Table[Key]>
} & {
  -readonly [Key in keyof Table as Table[Key] extends AlwaysSet ? never : Key]?: ValueOf<Table[Key]>
}

type AlwaysSet = { default: string | number } | { type: 'repeatable' }

type ValueOf<F extends Flag> = F['type'] extends 'repeatable'
  ? ReturnType<F['parse']>[]
  : ReturnType<F['parse']>

/** The input of a command's function. */
export type Call<Table extends Flags> = {
  flags: FlagsOf<Table>
  /** The positional arguments. An argument that the user omits is undefined. */
  words: readonly string[]
  finish: Finish
}

/** The type of the section of the configuration file that has these flags. */
export type ConfigOf<Table extends Flags> = {
  -readonly [Key in keyof Table]?: ValueOf<Table[Key]> extends string | number | boolean
    ? ValueOf<Table[Key]>
    : string | readonly string[]
}

type Declared<Type, Value, Default> = Flag<Value> & { type: Type; default: Default }

const declare =
  <const Type extends Flag['type']>(type: Type) =>
  <Value = string, Default extends string | number | undefined = undefined>(
    value: string,
    help: string,
    parse: (text: string) => Value = String as never,
    initial?: Default,
  ): Declared<Type, NoInfer<Value>, NoInfer<Default>> => ({
    type,
    value,
    help,
    parse,
    default: initial as Default,
  })

/** Declares a flag. `parse` parses the flag's value, and also the default value, which has the form of a value on the command line. */
export const flag = declare('text')
/** Declares a flag that can be repeated. */
export const repeatable = declare('repeatable')

/** Declares a flag without a value. */
export function toggle(help: string) {
  return declare('switch')('', help, toSwitch)
}

/** Marks a flag as a flag whose value may be a secret. */
export function secret<const F extends Flag>(flag: F): F {
  return { ...flag, secret: true }
}

/** Puts flags into a group, which has its own heading in the help. */
export function inGroup<const Table extends Flags>(group: string, flags: Table): Table {
  const grouped = Object.entries(flags).map(([key, each]) => [key, { ...each, group }])
  return Object.fromEntries(grouped) as Table
}

/** Returns the name of a flag: `--base-path`. */
export function flagName(key: string): string {
  return `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Returns the environment variable of a flag: `PLANT_STORE_BASE_PATH`. */
export function flagVariable(key: string): string {
  return `PLANT_STORE_${flagName(key).slice(2).toUpperCase().replaceAll('-', '_')}`
}

/** Describes a flag, as shown in the help and the docs. */
export function describeMeaning({ help, type }: Flag): string {
  return type === 'repeatable' ? `${help}; repeatable` : help
}

/** Parses the values of a flag or a variable. Error messages begin with `source`. The parsers of secret flags do not quote the value. */
export function readTexts(flag: Flag, texts: readonly string[], source: string): unknown {
  return checked(() => convert(flag, texts), `${source}: `)
}

/** Parses the value of a flag that is set in a file. Throws an InputError if the value is invalid. */
export function readValue(flag: Flag, value: unknown, pointer: string): unknown {
  const values = [value].flat()
  const wrong = values.find((each) => !['string', 'number', 'boolean'].includes(typeof each))
  if (values.includes(wrong)) {
    const expected = flag.value ? `${flag.value} (${flag.help})` : 'true or false'
    throw new InputError(pointer, `expected ${expected}, got ${describeType(wrong)}`)
  }
  try {
    return convert(flag, values.map(String))
  } catch (error) {
    throw new InputError(pointer, messageOf(error))
  }
}

/** Returns the shape of each flag's value, for values in files and in code. */
export function shapesOf<Table extends Flags>(flags: Table): Record<keyof Table, Shape<unknown>> {
  const shapes = Object.entries(flags).map(([key, flag]) => {
    return [key, (value: unknown, pointer: string) => readValue(flag, value, pointer)]
  })
  return Object.fromEntries(shapes) as Record<keyof Table, Shape<unknown>>
}

function convert({ type, parse }: Flag, texts: readonly string[]): unknown {
  if (type !== 'repeatable') return parse(texts.join(','))
  return texts
    .flatMap((text) => text.split('\n'))
    .filter(Boolean)
    .map((text) => parse(text))
}
