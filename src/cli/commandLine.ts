import { parseArgs } from 'node:util'
import { didYouMean } from '../contract/suggest.ts'
import { messageOf } from '../contract/words.ts'
import { readConfig } from './configFile.ts'
import type { sections } from './flags.ts'
import { type Flag, type Flags, flagName, flagVariable, readTexts } from './options.ts'

/** The arguments of a command: the values of flags, by flag names without `--`, and the positional arguments. */
type Words = { set: Readonly<Record<string, unknown>>; words: readonly string[] }

/** Sorts the arguments of a command. Returns an error message if a flag is unknown, repeated, or its value is missing or unexpected. */
export function sortWords(flags: Flags, args: readonly string[]): Words | string {
  const types = Object.entries(flags).map(([key, { type }]) => [
    flagName(key).slice(2),
    { type: type === 'switch' ? 'boolean' : 'string', multiple: true } as const,
  ])
  const options = { ...Object.fromEntries(types), help: { type: 'boolean', short: 'h' } as const }
  const config = { args: [...args], options, allowPositionals: true } as const
  try {
    const { values: set, positionals: words }: { values: Words['set']; positionals: string[] } =
      parseArgs(config)
    for (const [key, { type }] of Object.entries(flags)) {
      const { length } = [set[flagName(key).slice(2)] ?? []].flat()
      if (type !== 'repeatable' && length > 1) return `${flagName(key)}: expected one value, got ${length}`
    }
    return { set, words }
  } catch (error) {
    const { tokens } = parseArgs({ ...config, strict: false, tokens: true })
    const unknown = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(options, token.name))
    // Node's messages do not quote values, which may be secrets.
    if (unknown?.kind !== 'option') return messageOf(error)
    const near = didYouMean(unknown.rawName, Object.keys(flags).map(flagName))
    return `unknown flag ${unknown.rawName}${near && `; ${near}`}`
  }
}

/**
 * Reads the values of a command's flags. The command line takes precedence over environment variables, variables over the configuration
 * file, and the file over the defaults. Throws a UsageError for an invalid value.
 */
export async function readFlags(
  flags: Flags,
  set: Words['set'],
  section?: keyof typeof sections,
): Promise<Record<string, unknown>> {
  const readOwn = (key: string, flag: Flag): unknown => {
    const [name, variable] = [flagName(key), flagVariable(key)]
    const own = set[name.slice(2)]
    const text = process.env[variable]
    if (own !== undefined) return readTexts(flag, [own].flat().map(String), name)
    return text ? readTexts(flag, [text], variable) : undefined
  }
  const { config: configFlag, ...others } = flags
  const file = configFlag ? readOwn('config', configFlag) : process.env.PLANT_STORE_CONFIG
  // `contractPath`, the only setting without a flag, also applies to commands without --config.
  const keys = ['contractPath', ...(configFlag ? Object.keys(others) : [])]
  const config = section === undefined ? {} : await readConfig(section, keys, file as string | undefined)
  const values = Object.entries(others).map(([key, flag]) => {
    const initial = flag.default ?? (flag.type === 'repeatable' ? '' : undefined)
    const fallback = initial === undefined ? undefined : readTexts(flag, [String(initial)], key)
    return [key, readOwn(key, flag) ?? config[key] ?? fallback] as const
  })
  const all = [...values, ['contractPath', config.contractPath] as const]
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}
