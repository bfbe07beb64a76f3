import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { InputError, object, optional, type Shape } from '../contract/shape.ts'
import { listNames, messageOf, shellWord } from '../contract/words.ts'
import { fileError, UsageError } from './errors.ts'
import { sections } from './flags.ts'
import { shapesOf } from './options.ts'
import { readData } from './readText.ts'

/** The files that the kit looks for if `--config` is not set. */
const NAMES = 'yaml yml json ts mts js mjs'.split(' ').map((ending) => `plant-store.config.${ending}`)
/** Wrong names that users may choose for the file, because these names begin with the package's name. */
const WRONG_NAMES = NAMES.map((name) => name.replace('store', 'store-kit'))

/** The values of a section of the file, and a function that returns the place of a value for a message. */
type Section = { values: Readonly<Record<string, unknown>>; placeOf: (key: string) => string }

/**
 * Reads some keys from a section of the configuration file: the given file, or the file in the working directory. Throws a UsageError for
 * the first mistake, with its line if known. A message about a wrong token does not quote the token.
 */
export async function readConfig(
  section: keyof typeof sections,
  keys: readonly string[],
  file = findFile(),
): Promise<Section> {
  if (file === undefined) return { values: {}, placeOf: String }
  const shape = describeConfig(section, keys)
  // The file may contain only comments.
  const read = (value: unknown) => shape(value ?? {}, '')[section] ?? {}
  const placeOf = (key: string, line = ''): string => `${section}.${key} (${file}${line})`
  if (!/\.(json|ya?ml)$/.test(file)) return { values: await importConfig(file, read), placeOf }
  const source = await readData(file, { isSecret: true })
  const lineOf = (key: string): string => `:${source.lineOf(`/${section}/${key}`)}`
  return { values: source.read(read), placeOf: (key) => placeOf(key, lineOf(key)) }
}

function findFile(): string | undefined {
  const found = [...NAMES, ...WRONG_NAMES].filter((name) => existsSync(name))
  if (found.length < 2 && !WRONG_NAMES.includes(found[0] ?? '')) return found[0]
  const names = listNames(found, 'and')
  throw new UsageError(`expected one file such as ${NAMES[0]}, got ${names}; rename it, or use --config`)
}

/** Returns the shape of a configuration. Reads only the needed values, because other values may name files that do not exist here. */
function describeConfig(section: keyof typeof sections, keys: readonly string[]) {
  const unread = optional(() => undefined)
  const members = Object.entries(shapesOf(sections[section])).map(
    ([key, shape]) => [key, keys.includes(key) ? optional(shape) : unread] as const,
  )
  const values = object({
    ...Object.fromEntries(members),
    ...(section === 'verify' && { baseUrl: refuseUrl }),
  })
  const own = optional((value, pointer) => values(value ?? {}, pointer))
  return object({ mock: unread, verify: unread, [section]: own }, 'the configuration to be a map')
}

const refuseUrl: Shape<undefined> = (value, pointer) => {
  if (value === undefined) return undefined
  throw new InputError(pointer, 'the file cannot set the base URL; pass the URL as an argument')
}

/** Reads a configuration from the default export of a module. */
async function importConfig<Value>(file: string, read: (value: unknown) => Value): Promise<Value> {
  if (!/\.[cm]?[jt]s$/.test(file))
    throw fileError(file, `expected a name such as ${NAMES[0]}, or with another ending: .json, .ts or .mjs`)
  try {
    const module: { default?: unknown } = await import(pathToFileURL(resolve(file)).href)
    if (!('default' in module)) throw new InputError('', 'expected a default export: export default { … }')
    return read(module.default)
  } catch (error) {
    if (error instanceof InputError) throw fileError(file, error.redacted)
    const [reason = ''] = messageOf(error).split('\n')
    // `import()` does not report the line of a syntax error, but `node FILE` prints this line.
    const advice = /^Unexpected token 'export'|^Cannot use import statement/.test(reason)
      ? 'Node.js reads this file as CommonJS; change the ending of its name to .mts or .mjs'
      : `to see the line, run node ${shellWord(file)}`
    throw fileError(file, `${reason}; ${advice}`)
  }
}
