import { parseArgs } from 'node:util'
import { didYouMean } from '../contract/suggest.ts'
import { messageOf } from '../contract/words.ts'
import { readConfig } from './configFile.ts'
import type { sections } from './flags.ts'
import { type Flag, type Flags, flagName, flagVariable, readTexts } from './options.ts'

/** The arguments of a command: the values of flags, by the flags' names without `--`, and the positional arguments. */
type Words = { set: Readonly<Record<string, unknown>>; words: readonly string[] }

/** Separates flags and positional arguments. Returns a message if a flag is unknown or repeated, or its value is missing or forbidden. */
export function sortWords(flags: Flags, args: readonly string[]): Words | string {
  const types = Object.entries(flags).map(([key, { type }]) => [
    flagName(key).slice(2),
    // Without `multiple`, Node.js would ignore all values of a repeated flag except the last value.
    { type: type === 'switch' ? 'boolean' : 'string', multiple: type !== 'switch' } as const,
  ])
  const options = { ...Object.fromEntries(types), help: { type: 'boolean', short: 'h' } as const }
  const config = { args: joinNegative(args), options, allowPositionals: true } as const
  try {
    const { values, positionals } = parseArgs(config)
    return findConflict(flags, values) ?? { set: values, words: positionals }
  } catch (error) {
    const { tokens } = parseArgs({ ...config, strict: false, tokens: true })
    const unknown = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(options, token.name))
    // Node's messages do not quote values, which may be secrets.
    if (unknown?.kind !== 'option') return messageOf(error)
    const names = Object.keys(flags).map(flagName)
    // Treat a short name such as -p as the beginning of a longer name.
    const name = CURL[unknown.rawName] ?? unknown.rawName.replace(/^-(?=\w)/, '--')
    const near = didYouMean(name, names)
    return `unknown flag ${unknown.rawName}${near && `; ${near}`}`
  }
}

/** Flags to suggest, by the short names that curl uses for these flags. */
const CURL: Readonly<Record<string, string>> = { '-H': '--header', '-k': '--insecure', '-x': '--proxy' }

/** Joins a flag with a value such as -5, because Node.js refuses a value that looks like another flag. */
function joinNegative(args: readonly string[]): string[] {
  const joined = args.join('\0').replaceAll(/(?<![^\0])(--[a-z-]+)\0(?=-\d)/g, '$1=')
  return args.length > 0 ? joined.split('\0') : []
}

/** Describes a conflict between flags: a flag that is set twice, that contradicts another flag, or that would have no effect. */
function findConflict(flags: Flags, set: Words['set']): string | undefined {
  const names = Object.keys(set).map((name) => `--${name}`)
  const repeated = Object.entries(flags).find(
    ([key, { type }]) => type === 'text' && [set[flagName(key).slice(2)]].flat().length > 1,
  )
  if (repeated) return `${flagName(repeated[0])} is set more than once; set this flag only once`
  if ((names.includes('--token') || process.env.PLANT_STORE_TOKEN) && names.includes('--token-command'))
    return 'expected either --token or --token-command, got both (PLANT_STORE_TOKEN counts as --token)'
  const ignored = names.find((name) => !['--fault', '--port', '--open', '--config'].includes(name))
  if (!names.includes('--fault') || ignored === undefined) return undefined
  return `--fault allows only the flags --port and --open, got ${ignored}`
}

/**
 * Reads the values of a command's flags. The command line takes precedence over environment variables, variables over the configuration
 * file, and the file over the defaults. Throws a UsageError for an invalid value. `places` maps flags to the variables and keys that set
 * them.
 */
export async function readFlags(
  flags: Flags,
  set: Words['set'],
  section?: keyof typeof sections,
): Promise<{ values: Record<string, unknown>; places: ReadonlyMap<string, string> }> {
  const places = new Map<string, string>()
  const readOwn = (key: string, flag: Flag): unknown => {
    const [name, variable] = [flagName(key), flagVariable(key)]
    const own = set[name.slice(2)]
    const text = process.env[variable]
    if (own !== undefined) return readTexts(flag, [own].flat().map(String), name)
    if (!text) return undefined
    places.set(name, variable)
    return readTexts(flag, [text], variable)
  }
  const { config: configFlag, ...others } = flags
  const file = configFlag ? readOwn('config', configFlag) : process.env.PLANT_STORE_CONFIG
  // For commands without --config, also reads `contractPath`, the only setting without a flag.
  const keys = ['contractPath', ...(configFlag ? Object.keys(others) : [])]
  const config = section && (await readConfig(section, keys, file as string | undefined))
  const values = Object.entries(others).map(([key, flag]) => {
    const initial = flag.default ?? (flag.type === 'repeatable' ? '' : undefined)
    const fallback = initial === undefined ? undefined : readTexts(flag, [String(initial)], key)
    const own = readOwn(key, flag)
    if (own === undefined && config?.values[key] !== undefined) places.set(flagName(key), config.placeOf(key))
    return [key, own ?? config?.values[key] ?? fallback] as const
  })
  const all = [...values, ['contractPath', config?.values.contractPath] as const]
  return { values: Object.fromEntries(all.filter(([, value]) => value !== undefined)), places }
}
