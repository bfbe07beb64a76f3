import { existsSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { explainCommonJs } from '../../contract/files.ts'
import type { Shape } from '../../contract/shape.ts'
import { messageOf } from '../../contract/words.ts'
import type { YamlSource } from '../../contract/yaml.ts'
import { fileError, UsageError } from '../errors.ts'
import { readText } from '../readText.ts'

/** A configuration file. */
export type ConfigSource = {
  /** Checks the value and returns it. Throws a UsageError for the first mistake, with its line if the format has lines. */
  read: <Value>(shape: Shape<Value>) => Value
}

/** Endings of the files that are found without `--config`. */
const ENDINGS = ['ts', 'mts', 'js', 'mjs', 'json', 'yaml', 'yml']

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
  if (/^\.[cm]?[jt]s$/.test(extname(file))) return readModule(file)
  if (/^\.(json|ya?ml)$/.test(extname(file))) return readData(file, { isSecret: true })
  throw new UsageError(`${file}: expected a configuration file that ends in .ts, .js, .json or .yaml`)
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
  const { InputError } = await import('../../contract/shape.ts')
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

/** Reads a file of YAML, or of JSON if its name says so. Messages quote it unless it may hold secrets. Throws a UsageError. */
export async function readData(file: string, { isSecret = false } = {}): Promise<YamlSource> {
  const text = readText(file)
  if (file.endsWith('.json')) await checkJson(file, text)
  return parseYaml(file, text, { isSecret })
}

/** The message of JSON.parse quotes the file, so only its line is used, or else the line that the YAML parser reports. */
async function checkJson(file: string, text: string): Promise<void> {
  try {
    JSON.parse(text)
  } catch (cause) {
    const [, line] = /\(line (\d+) /.exec(messageOf(cause)) ?? []
    if (line === undefined) await parseYaml(file, text, { reason: 'not JSON' })
    throw fileError(file, line, 'not JSON')
  }
}

/** Throws a UsageError with the line of the mistake, and with `reason` in place of the parser's own words. */
async function parseYaml(
  file: string,
  text: string,
  { reason, isSecret = true }: { reason?: string; isSecret?: boolean },
): Promise<YamlSource> {
  // Loaded late: most commands run without a configuration file.
  const { parseYamlSource } = await import('../../contract/yaml.ts')
  return parseYamlSource(text, (line, problem) => fileError(file, line, reason ?? problem), {
    isSecret,
  })
}
