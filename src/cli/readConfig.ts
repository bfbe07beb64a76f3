import { readFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Document, LineCounter, parseDocument } from 'yaml'
import { locate } from '../contract/locate.ts'
import { UsageError } from './UsageError.ts'

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
  const lines = new LineCounter()
  // JSON is YAML too, and so has lines here.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const at = (line: number | undefined, reason: string): UsageError =>
    new UsageError(`${line === undefined ? file : `${file}:${line}`}: ${reason}`)
  const [broken] = document.errors
  const brokenAt = broken && lines.linePos(broken.pos[0]).line
  if (file.endsWith('.json')) {
    try {
      JSON.parse(text)
    } catch (cause) {
      const [, line] = /\(line (\d+) /.exec((cause as Error).message) ?? []
      throw at(line === undefined ? brokenAt : Number(line), 'not JSON')
    }
  } else if (broken) throw at(brokenAt, `not YAML: ${broken.message}`)
  return {
    value: toValue(document, at),
    error: (pointer, reason) => at(locate(document, lines, pointer), reason),
  }
}

function toValue(document: Document, at: (line: undefined, reason: string) => UsageError): unknown {
  try {
    return document.toJS()
  } catch (error) {
    // Only aliases can fail here: one without its anchor, or so many that they would fill the memory.
    throw at(undefined, `not usable: ${(error as Error).message}`)
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`)
  }
}
