import { type Command, Option } from 'commander'
import { listNames } from '../../contract/suggest.ts'
import { FlagError, UsageError } from '../errors.ts'
import { chooseVariable, type Flag, type Flags, flagName, flagVariable } from './flag.ts'
import { checkSwitch, isSwitchOn } from './switchVariable.ts'

/** Columns of a flag's description in the help of a terminal with 80. */
const HELP_COLUMNS = 51

/** Adds the options of a table to a command. Before it runs, the variables of switches are checked. */
export function addFlags(command: Command, flags: Flags): Command {
  for (const [key, flag] of Object.entries(flags)) {
    command.addOption(createOption(key, flag, command.name()))
    // Users may confirm what is on by default.
    if (flag.type === 'boolean' && flag.default === true)
      command.addOption(new Option(flagName(key, flag).replace('--no-', '--')).default(true).hideHelp())
  }
  const [example] = Object.entries(flags).map(([key, flag]) => flagVariable(key, flag))
  command.addHelpText(
    'after',
    `
Each flag has an environment variable, such as ${example}. Use it for
secrets, because process lists show flags. docs/cli.md says more about each.`,
  )
  return command.hook('preAction', () => {
    for (const [key, flag] of Object.entries(flags))
      if (flag.type === 'boolean') checkSwitch(chooseVariable(command.name(), key, flag))
  })
}

/**
 * Creates an option with its environment variable. The flag wins over the variable. An empty variable counts as unset, and so
 * does a switch's variable unless it is `1` or `true`.
 */
export function createOption(key: string, flag: Flag, command = ''): Option {
  const name = flagName(key, flag)
  const short = flag.short === undefined ? '' : `-${flag.short}, `
  const option = new Option(`${short}${name} ${flag.value ?? ''}`.trim(), describeFlag(flag))
  if (flag.group !== undefined) option.helpGroup(flag.group)
  if (flag.default !== undefined && flag.type !== 'boolean') option.default(flag.default)
  const variable = chooseVariable(command, key, flag)
  const variableText = process.env[variable]
  const isSet = flag.type === 'boolean' ? isSwitchOn(variable) : variableText !== ''
  if (isSet) option.env(variable)
  // Commander does not say where a text is from. It reads the command line first, so a text equal to the variable's is the variable's.
  const sourceOf = (text: string): string => (text === variableText ? variable : name)
  const parse = createParser(flag)
  if (parse) option.argParser(withSource(parse, sourceOf))
  if (flag.type === 'repeatable') repeatable.add(option)
  return option
}

/** What the help says about a flag: with its default, if that fits on the line. */
function describeFlag({ type, description, default: initial, defaultText }: Flag): string {
  const shown = defaultText ?? (initial === undefined || type === 'boolean' ? 'none' : String(initial))
  const withDefault = `${description} (default: ${shown})`
  return shown !== 'none' && withDefault.length <= HELP_COLUMNS ? withDefault : description
}

function createParser({ type, parse: custom, choices }: Flag): ((text: string) => unknown) | undefined {
  const parse = custom ?? (choices && toChoice(choices))
  if (type !== 'repeatable') return parse
  const list: unknown[] = []
  return (text) => {
    const lines = text.split('\n').filter(Boolean)
    list.push(...(parse ? lines.map(parse) : lines))
    return list
  }
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
