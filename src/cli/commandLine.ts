import { parseArgs } from 'node:util'
import { didYouMean } from '../contract/suggest.ts'
import { readConfig } from './configFile.ts'
import type { sections } from './flags.ts'
import { type Flags, flagName, flagVariable, readTexts } from './options.ts'

/** The arguments of a command: the strings passed to its flags, by flag key, and the positional arguments. */
type Words = { texts: ReadonlyMap<string, readonly string[]>; words: readonly string[]; isHelp: boolean }

/** Sorts the arguments of a command. Returns an error message if a flag is unknown, or its value is missing or unexpected. */
export function sortWords(flags: Flags, args: readonly string[]): Words | string {
  const known = new Map(Object.entries(flags).map(([key, flag]) => [flagName(key), { key, flag }]))
  const types = [...known].map(
    ([name, { flag }]) => [name.slice(2), { type: flag.type === 'switch' ? 'boolean' : 'string' }] as const,
  )
  const { tokens, positionals: words } = parseArgs({
    args: [...args],
    options: { ...Object.fromEntries(types), help: { type: 'boolean', short: 'h' } },
    // The messages below are more specific.
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const texts = new Map<string, string[]>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    if (name === 'help') return { texts, words, isHelp: true }
    const { key, flag } = known.get(rawName) ?? {}
    if (key === undefined || !flag) {
      const near = didYouMean(rawName, known.keys())
      return `unknown flag ${rawName}${near && `; ${near}`}`
    }
    // Messages do not quote values, because they may be secrets.
    const isSwitch = flag.type === 'switch'
    if (isSwitch && value !== undefined) return `expected ${rawName} without a value`
    if (!isSwitch && value === undefined) return `expected a value after ${rawName}, got none`
    if (!isSwitch && !inlineValue && value?.startsWith('--'))
      return `expected a value after ${rawName}, got another flag; if it is a value, write ${rawName}=VALUE`
    const before = texts.get(key) ?? []
    if (before.length > 0 && !isSwitch && flag.type !== 'repeatable')
      return `expected ${rawName} once, got it twice`
    texts.set(key, [...before, value ?? 'true'])
  }
  return { texts, words, isHelp: false }
}

/**
 * The values of a command's flags: from the command line, else from environment variables, the section of the configuration file, or the
 * defaults. `given` has the names of the flags set on the command line or by a variable. Throws a UsageError.
 */
export async function readFlags(
  flags: Flags,
  texts: ReadonlyMap<string, readonly string[]>,
  section?: keyof typeof sections,
): Promise<{ values: Record<string, unknown>; given: ReadonlySet<string> }> {
  const values = new Map<string, unknown>()
  for (const [key, flag] of Object.entries(flags)) {
    const variable = flagVariable(key)
    const text = process.env[variable]
    const own = texts.get(key)
    if (own) values.set(key, readTexts(flag, own, flagName(key)))
    else if (text) values.set(key, readTexts(flag, [text], variable))
  }
  const given = new Set(values.keys())
  if (section !== undefined) {
    const config = await readConfig(section, values.get('config') as string | undefined)
    values.delete('config')
    for (const key of Object.keys(flags)) if (key in config && !given.has(key)) values.set(key, config[key])
  }
  for (const [key, flag] of Object.entries(flags)) {
    const initial = flag.default ?? (flag.type === 'repeatable' ? '' : undefined)
    if (!values.has(key) && initial !== undefined) values.set(key, readTexts(flag, [initial], key))
  }
  return { values: Object.fromEntries(values), given }
}
