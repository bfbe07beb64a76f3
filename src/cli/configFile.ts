import { existsSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { explainCommonJs } from '../contract/files.ts'
import { InputError, type Shape } from '../contract/shape.ts'
import { fileError, UsageError } from './errors.ts'
import { readData, readText } from './readText.ts'

/** A configuration file. */
type ConfigSource = {
  /** Checks the value and returns it. Throws a UsageError for the first mistake, with its line if the format has lines. */
  read: <Value>(shape: Shape<Value>) => Value
}

/** Endings of the files that are found without `--config`. A TypeScript file in a CommonJS package ends in .mts. */
const ENDINGS = ['yaml', 'json', 'ts', 'mts', 'mjs']

/** Finds the configuration file of a folder; undefined without one. Throws a UsageError if there are two. */
export function findConfig(folder: string): string | undefined {
  const [file, other] = ENDINGS.map((ending) => `plant-store.config.${ending}`).filter((name) =>
    existsSync(join(folder, name)),
  )
  if (other !== undefined)
    throw new UsageError(`expected one configuration file, got ${file} and ${other}: remove one of them`)
  return file
}

/**
 * Reads a configuration file, by its ending. Throws a UsageError for a file that cannot be read. No message quotes the file,
 * because it may contain a token.
 */
export async function readConfig(file: string): Promise<ConfigSource> {
  if (/^\.m?[jt]s$/.test(extname(file))) return readModule(file)
  if (/^\.(json|ya?ml)$/.test(extname(file))) return readData(file, { isSecret: true })
  throw new UsageError(`${file}: expected a configuration file that ends in .yaml, .json, .ts or .mjs`)
}

async function readModule(file: string): Promise<ConfigSource> {
  // Reports a missing file here. Below, "cannot find module" is about the imports of the file.
  readText(file)
  const reason = explainCommonJs(file)
  if (reason !== undefined) throw new UsageError(`${file}: ${reason}`)
  const { href } = pathToFileURL(resolve(file))
  let module: { default?: unknown }
  try {
    module = await import(href)
  } catch (cause) {
    const { message, stack = '' } = cause as Error
    const [, line] = stack.split(href)[1]?.match(/^:(\d+)/) ?? []
    throw fileError(file, line, message.split('\n')[0] ?? '')
  }
  if (module.default === undefined)
    throw new UsageError(`${file}: expected the configuration as the default export`)
  return {
    read: (shape) => {
      try {
        return shape(module.default, '')
      } catch (error) {
        throw error instanceof InputError ? new UsageError(`${file}: ${error.redacted}`) : error
      }
    },
  }
}
