import { parseArgs } from 'node:util'
import { didYouMean } from '../contract/suggest.ts'
import { messageOf } from '../contract/words.ts'
import { readConfig } from './configFile.ts'
import type { sections } from './flags.ts'
import { type Flags, flagName, flagVariable, readTexts } from './options.ts'

/** The arguments of a command: what is set by flags, by their names without `--`, and the positional arguments. */
type Words = { set: Readonly<Record<string, unknown>>; words: readonly string[] }

/** Sorts the arguments of a command. Returns an error message if a flag is unknown, or its value is missing or unexpected. */
export function sortWords(flags: Flags, args: readonly string[]): Words | string {
  const types = Object.entries(flags).map(([key, { type }]) => [
    flagName(key).slice(2),
    { type: type === 'switch' ? 'boolean' : 'string', multiple: type === 'repeatable' } as const,
  ])
  const options = { ...Object.fromEntries(types), help: { type: 'boolean', short: 'h' } as const }
  const config = { args: [...args], options, allowPositionals: true } as const
  const { tokens } = parseArgs({ ...config, strict: false, tokens: true })
  for (const token of tokens)
    if (token.kind === 'option' && !Object.hasOwn(options, token.name)) {
      const near = didYouMean(
        token.rawName,
        Object.keys(options).map((name) => `--${name}`),
      )
      return `unknown flag ${token.rawName}${near && `; ${near}`}`
    }
  try {
    const { values, positionals } = parseArgs(config)
    return { set: values, words: positionals }
  } catch (error) {
    // Node's messages do not quote values, which may be secrets.
    return messageOf(error)
  }
}

/**
 * The values of a command's flags: from the command line, else from environment variables, the section of the configuration file, or the
 * defaults. Throws a UsageError.
 */
export async function readFlags(
  flags: Flags,
  set: Words['set'],
  section?: keyof typeof sections,
): Promise<Record<string, unknown>> {
  const config = section === undefined ? {} : await readConfig(section, set.config)
  const values: Record<string, unknown> = {}
  for (const [key, flag] of Object.entries(flags)) {
    const name = flagName(key)
    const own = set[name.slice(2)]
    const variable = flagVariable(key)
    const text = process.env[variable]
    const initial = flag.default ?? (flag.type === 'repeatable' ? '' : undefined)
    if (own !== undefined) values[key] = readTexts(flag, [own].flat().map(String), name)
    else if (text) values[key] = readTexts(flag, [text], variable)
    else if (key in config) values[key] = config[key]
    else if (initial !== undefined) values[key] = readTexts(flag, [initial], key)
  }
  // It has been read.
  delete values.config
  return values
}
