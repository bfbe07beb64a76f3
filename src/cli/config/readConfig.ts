import { readFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { FixtureError } from '../../mock/fixtures/FixtureError.ts'
import { type YamlSource, yamlSource } from '../../mock/fixtures/yamlSource.ts'
import { UsageError } from '../UsageError.ts'

/** What a configuration file says, and the error to throw about a place in it. */
export type ConfigSource = {
  value: unknown
  /** An error at a JSON pointer into the value, with its line where the file's form tells. */
  error: (pointer: string, reason: string) => UsageError
}

/**
 * Reads a configuration file by its ending. Throws a UsageError where that cannot be done. No message quotes the file: it may hold a
 * token.
 */
export async function readConfig(file: string): Promise<ConfigSource> {
  if (/^\.[cm]?[jt]s$/.test(extname(file))) return readModule(file)
  if (/^\.(json|ya?ml)$/.test(extname(file))) return readData(file)
  throw new UsageError(`${file}: expected a configuration file that ends in .ts, .js, .json or .yaml`)
}

async function readModule(file: string): Promise<ConfigSource> {
  const error: ConfigSource['error'] = (_pointer, reason) => new UsageError(`${file}: ${reason}`)
  // Before it is imported: what is missing then is something that the file itself asks for.
  readText(file)
  const { href } = pathToFileURL(resolve(file))
  let module: { default?: unknown }
  try {
    module = await import(href)
  } catch (cause) {
    const { message, stack = '' } = cause as Error
    const [, line] = stack.split(href)[1]?.match(/^:(\d+)/) ?? []
    throw new UsageError(`${line === undefined ? file : `${file}:${line}`}: ${message.split('\n')[0]}`)
  }
  if (module.default === undefined) throw error('', 'expected the configuration as the default export')
  return { value: module.default, error }
}

function readData(file: string): ConfigSource {
  const text = readText(file)
  if (file.endsWith('.json')) checkJson(file, text)
  // JSON is YAML too, and so has lines here.
  const { value, error } = parsed(file, text)
  return { value, error: (pointer, reason) => new UsageError(error(pointer, reason).message) }
}

function parsed(file: string, text: string): YamlSource {
  try {
    return yamlSource(file, text)
  } catch (error) {
    throw error instanceof FixtureError ? new UsageError(error.message) : error
  }
}

/** What JSON's parser says quotes the file: only its line is taken, and where it tells none, that of the YAML parser. */
function checkJson(file: string, text: string): void {
  try {
    JSON.parse(text)
  } catch (cause) {
    const [, told] = /\(line (\d+) /.exec((cause as Error).message) ?? []
    const line = told ?? lineOfMistake(file, text)
    throw new UsageError(`${line === undefined ? file : `${file}:${line}`}: not JSON`)
  }
}

function lineOfMistake(file: string, text: string): number | undefined {
  try {
    yamlSource(file, text)
    return undefined
  } catch (error) {
    return error instanceof FixtureError ? error.line : undefined
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`)
  }
}
