import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { explainCommonJs } from '../contract/files.ts'
import { InputError, mapOf, type Shape, unknownName } from '../contract/shape.ts'
import { fileError, UsageError } from './errors.ts'
import { sections } from './flags.ts'
import { type Flag, type Flags, readValue } from './options.ts'
import { readData, readText } from './readText.ts'

/**
 * The values that a section of the configuration file sets, of the flags that are wanted. Without a file, that of the working
 * directory. Throws a UsageError for the first mistake, with its line if the format has lines. It quotes no token.
 */
export async function readConfig(
  section: string,
  wanted: ReadonlyMap<string, Flag>,
  file = process.env.PLANT_STORE_CONFIG || NAMES.find((name) => existsSync(name)),
): Promise<ReadonlyMap<string, unknown>> {
  if (file === undefined) return new Map()
  const all: Readonly<Record<string, Flags>> = sections
  const readSection = (name: string): Shape<Map<string, unknown>> => {
    const known = Object.keys(all[name] ?? {})
    return mapOf((value, pointer, key) => {
      if (!known.includes(key)) throw new InputError(pointer, unknownName('key', key, known))
      const flag = name === section ? wanted.get(key) : undefined
      return flag && readValue(flag, value, pointer)
    }, 'a map')
  }
  const config = mapOf((value, pointer, name) => {
    if (!Object.hasOwn(all, name))
      throw new InputError(pointer, unknownName('section', name, Object.keys(all)))
    // Everything in it may be a comment.
    return readSection(name)(value ?? {}, pointer)
  }, 'the configuration to be a map')
  const values = (await readFile(file, (value) => config(value ?? {}, ''))).get(section) ?? new Map()
  return new Map([...values].filter(([, value]) => value !== undefined))
}

/** The files that are found without `--config`. In a CommonJS package, a TypeScript file ends in .mts. */
const NAMES = ['yaml', 'json', 'ts', 'mts', 'mjs'].map((ending) => `plant-store.config.${ending}`)

async function readFile<Value>(file: string, shape: Shape<Value>): Promise<Value> {
  if (/\.(json|ya?ml)$/.test(file)) return (await readData(file, { isSecret: true })).read(shape)
  if (!/\.m?[jt]s$/.test(file))
    throw new UsageError(`${file}: expected a configuration file that ends in .yaml, .json, .ts or .mjs`)
  // Reports a missing file here. Below, "cannot find module" is about the imports of the file.
  readText(file)
  const reason = explainCommonJs(file)
  if (reason !== undefined) throw fileError(file, undefined, reason)
  const config = await importDefault(file)
  if (config === undefined)
    throw fileError(file, undefined, 'expected the configuration as the default export')
  try {
    return shape(config, '')
  } catch (error) {
    throw error instanceof InputError ? fileError(file, undefined, error.redacted) : error
  }
}

async function importDefault(file: string): Promise<unknown> {
  const { href } = pathToFileURL(resolve(file))
  try {
    const module: { default?: unknown } = await import(href)
    return module.default
  } catch (cause) {
    const { message, stack = '' } = cause as Error
    const [, line] = stack.split(href)[1]?.match(/^:(\d+)/) ?? []
    throw fileError(file, line, message.split('\n')[0] ?? '')
  }
}
