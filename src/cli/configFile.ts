import { existsSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { InputError, object, optional, type Shape } from '../contract/shape.ts'
import { fileError, UsageError } from './errors.ts'
import { sections } from './flags.ts'
import { type Flags, readValue } from './options.ts'
import { readData, readText } from './readText.ts'

/** The files that the kit looks for without `--config`. In a CommonJS package, a TypeScript file must end in .mts. */
const NAMES = ['yaml', 'json', 'ts', 'mts', 'mjs'].map((ending) => `plant-store.config.${ending}`)

/** The settings in a file, by section. */
const config = object(
  Object.fromEntries(Object.entries(sections).map(([name, flags]) => [name, readSection(flags)])),
  'the configuration to be a map',
)

/**
 * The values in a section of the configuration file: the given file, or the one in the working directory. Throws a UsageError for the first
 * mistake, with its line if known. The message never quotes a token.
 */
export async function readConfig(
  section: keyof typeof sections,
  file = process.env.PLANT_STORE_CONFIG || NAMES.find((name) => existsSync(name)),
): Promise<Readonly<Record<string, unknown>>> {
  if (file === undefined) return {}
  const values = await readFile(file, (value) => config(value ?? {}, ''))
  return values[section] ?? {}
}

function readSection(flags: Flags) {
  const members = Object.entries(flags).map(([key, flag]) => {
    return [key, optional((value, pointer) => readValue(flag, value, pointer))] as const
  })
  const shape = object(Object.fromEntries(members))
  // The file may contain only comments.
  return optional((value, pointer) => shape(value ?? {}, pointer))
}

async function readFile<Value>(file: string, shape: Shape<Value>): Promise<Value> {
  if (/\.(json|ya?ml)$/.test(file)) return (await readData(file, { isSecret: true })).read(shape)
  if (!/\.m?[jt]s$/.test(file))
    throw new UsageError(`${file}: expected a configuration file that ends in .yaml, .json, .ts or .mjs`)
  // Reports a missing file here: below, "cannot find module" would be about one of the file's imports.
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

/**
 * What to do about a module that Node.js treats as CommonJS because of its package, although it uses `import` or `export`. Undefined for
 * any other module. Node's own message gives neither the reason nor the fix, and adds warnings.
 */
function explainCommonJs(file: string): string | undefined {
  const manifest = findPackageJSON(pathToFileURL(resolve(file)))
  const isCommonJs = manifest !== undefined && /"type"\s*:\s*"commonjs"/.test(readText(manifest))
  if (!isCommonJs || !/\.[jt]s$/.test(file) || !/^(?:import|export)\b/m.test(readText(file))) return undefined
  const renamed = basename(file).replace(/(?=[jt]s$)/, 'm')
  return `package.json has "type": "commonjs", so Node.js treats this file as CommonJS, but it uses import or export; rename it to ${renamed}`
}
