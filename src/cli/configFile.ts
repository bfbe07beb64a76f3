import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { explainCommonJs } from '../contract/files.ts'
import { InputError, mapOf, type Shape, unknownName } from '../contract/shape.ts'
import { listNames } from '../contract/words.ts'
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
  file = process.env.PLANT_STORE_CONFIG || findConfig('.'),
): Promise<ReadonlyMap<string, unknown>> {
  if (file === undefined) return new Map()
  const all: Readonly<Record<string, Flags>> = sections
  const known = Object.keys(all[section] ?? {})
  const readSection = orEmpty(
    mapOf((value, pointer, key) => {
      if (!known.includes(key)) throw new InputError(pointer, unknownName('key', key, known))
      const flag = wanted.get(key)
      return flag && readValue(flag, value, pointer)
    }, 'a map'),
  )
  const config = mapOf((value, pointer, key) => {
    if (key === section) return readSection(value, pointer)
    if (Object.hasOwn(all, key)) return new Map<string, unknown>()
    const problem = `unknown section "${key}"; expected ${listNames(Object.keys(all))}`
    throw new InputError(pointer, problem + (known.includes(key) ? `; did you mean ${section}.${key}?` : ''))
  }, 'the configuration to be a map')
  const values = (await readFile(file, orEmpty(config))).get(section) ?? new Map<string, unknown>()
  return new Map([...values].filter(([, value]) => value !== undefined))
}

/** Accepts an empty file, or a section with only comments. */
function orEmpty<Value>(shape: Shape<Map<string, Value>>): Shape<Map<string, Value>> {
  return (value, pointer) => (value === null || value === undefined ? new Map() : shape(value, pointer))
}

/** Endings of the files that are found without `--config`. A TypeScript file in a CommonJS package ends in .mts. */
const ENDINGS = ['yaml', 'json', 'ts', 'mts', 'mjs']

function findConfig(folder: string): string | undefined {
  const names = ENDINGS.map((ending) => `plant-store.config.${ending}`)
  const [file, other] = names.filter((name) => existsSync(resolve(folder, name)))
  if (other !== undefined)
    throw new UsageError(`expected one configuration file, got ${file} and ${other}: remove one of them`)
  return file
}

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
