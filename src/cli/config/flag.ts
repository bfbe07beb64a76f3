/**
 * Everything about one option of a command, declared once. Its key in the table is its key in a configuration file, and gives
 * the flag and the environment variable their names: `basePath` is `--base-path` and `PLANT_STORE_BASE_PATH`.
 */
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
  /** Its short form, a letter. */
  short?: string
  /** Its value may be a secret. The help then names the variable to use instead. */
  secret?: true
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

/** The values of a table of flags, as commander passes them to a command. */
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

/** Puts flags under a heading of the help. */
export function inGroup<const Table extends Flags>(group: string, flags: Table): Table {
  const grouped = Object.entries(flags).map(([key, flag]) => [key, { ...flag, group }])
  return Object.fromEntries(grouped) as Table
}

/** What a flag does, for the docs. */
export function flagDescription(key: string, flag: Flag): string {
  const { description, detail, secret } = flag
  const hint = `process lists show flags, so prefer ${flagVariable(key, flag)} for secrets`
  return [description, detail, secret && hint].filter(Boolean).join('; ')
}

/** The environment variable of a flag: `PLANT_STORE_BASE_PATH`. */
export function flagVariable(key: string, flag: Flag): string {
  return `PLANT_STORE_${flagName(key, flag).slice(2).toUpperCase().replaceAll('-', '_')}`
}

/** The variable that sets a flag of one command alone, and wins over the one of all commands: `PLANT_STORE_VERIFY_CERT`. */
export function commandVariable(command: string, key: string, flag: Flag): string {
  return flagVariable(key, flag).replace('PLANT_STORE_', `PLANT_STORE_${command.toUpperCase()}_`)
}

/** Which of the two is used: that of the command if it is set. */
export function chooseVariable(command: string, key: string, flag: Flag): string {
  const own = commandVariable(command, key, flag)
  return process.env[own] ? own : flagVariable(key, flag)
}
