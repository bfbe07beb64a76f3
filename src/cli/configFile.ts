import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { InputError, object, optional } from '../contract/shape.ts'
import { messageOf, shellWord } from '../contract/words.ts'
import { fileError } from './errors.ts'
import { sections } from './flags.ts'
import { shapesOf } from './options.ts'
import { readData } from './readText.ts'

/** The files that the kit looks for without `--config`. */
const NAMES = ['yaml', 'json', 'ts', 'mjs'].map((ending) => `plant-store.config.${ending}`)

/**
 * Reads some keys from a section of the configuration file: the given file, or the file in the working directory. Throws a UsageError for
 * the first mistake, with the mistake's line if known. The message never quotes a token.
 */
export async function readConfig(
  section: keyof typeof sections,
  keys: readonly string[],
  file = NAMES.find((name) => existsSync(name)),
): Promise<Readonly<Record<string, unknown>>> {
  if (file === undefined) return {}
  const shape = describeConfig(section, keys)
  if (!/\.(json|ya?ml)$/.test(file)) return importConfig(file, (value) => shape(value, '')[section] ?? {})
  const source = await readData(file, { isSecret: true })
  // The file may contain only comments.
  return source.read((value) => shape(value ?? {}, '')[section] ?? {})
}

/** Returns the shape of a configuration. Reads only the needed values, because other values may name files that do not exist here. */
function describeConfig(section: keyof typeof sections, keys: readonly string[]) {
  const unread = optional(() => undefined)
  const members = Object.entries(shapesOf(sections[section])).map(
    ([key, shape]) => [key, keys.includes(key) ? optional(shape) : unread] as const,
  )
  const values = object(Object.fromEntries(members))
  const own = optional((value, pointer) => values(value ?? {}, pointer))
  return object({ mock: unread, verify: unread, [section]: own }, 'the configuration to be a map')
}

/** Reads the default export of a module. */
async function importConfig<Value>(file: string, read: (value: unknown) => Value): Promise<Value> {
  try {
    const module: { default?: unknown } = await import(pathToFileURL(resolve(file)).href)
    return read(module.default)
  } catch (error) {
    if (error instanceof InputError) throw fileError(file, error.redacted)
    const [reason] = messageOf(error).split('\n')
    // The error of `import()` does not contain the line of a syntax error, but `node FILE` prints the line.
    throw fileError(file, `${reason}; to see the line, run node ${shellWord(file)}`)
  }
}
