import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { InputError, object, optional } from '../contract/shape.ts'
import { messageOf } from '../contract/words.ts'
import { fileError } from './errors.ts'
import { sections } from './flags.ts'
import { type Flags, readValue } from './options.ts'
import { readData } from './readText.ts'

/** The files that the kit looks for without `--config`. */
const NAMES = ['yaml', 'json', 'ts', 'mjs'].map((ending) => `plant-store.config.${ending}`)

/** The settings in a file, by section. */
const config = object(
  Object.fromEntries(Object.entries(sections).map(([name, flags]) => [name, readSection(flags)])),
  'the configuration to be a map',
)

function readSection(flags: Flags) {
  const members = Object.entries(flags).map(([key, flag]) => {
    return [key, optional((value, pointer) => readValue(flag, value, pointer))] as const
  })
  const shape = object(Object.fromEntries(members))
  // The file may contain only comments.
  return optional((value, pointer) => shape(value ?? {}, pointer))
}

/**
 * The values in a section of the configuration file: the given file, or the one in the working directory. Throws a UsageError for the first
 * mistake, with its line if known. The message never quotes a token.
 */
export async function readConfig(
  section: keyof typeof sections,
  given: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const file = given ?? (process.env.PLANT_STORE_CONFIG || NAMES.find((name) => existsSync(name)))
  if (typeof file !== 'string') return {}
  const isData = /\.(json|ya?ml)$/.test(file)
  const values = isData
    ? (await readData(file, { isSecret: true })).read((value) => config(value ?? {}, ''))
    : await importConfig(file)
  return values[section] ?? {}
}

/** The default export of a module. */
async function importConfig(file: string) {
  try {
    const module: { default?: unknown } = await import(pathToFileURL(resolve(file)).href)
    return config(module.default, '')
  } catch (error) {
    const [reason = ''] = (error instanceof InputError ? error.redacted : messageOf(error)).split('\n')
    throw fileError(file, undefined, `cannot be loaded as a configuration: ${reason}`)
  }
}
