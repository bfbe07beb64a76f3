import { readFileSync } from 'node:fs'
import { FixtureError } from './FixtureError.ts'
import { type YamlSource, yamlSource } from './yamlSource.ts'

/** Reads and parses a YAML file. Throws a FixtureError where it cannot be read, or is no YAML in UTF-8. */
export function readYaml(file: string): YamlSource {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new FixtureError(file, undefined, `expected a file that can be read, got ${describeFailure(error)}`)
  }
  try {
    return yamlSource(file, new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof FixtureError) throw error
    throw new FixtureError(file, undefined, 'expected UTF-8 text, got other bytes')
  }
}

/** Why a file or folder cannot be read, in words. */
export function describeFailure(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  const words: Record<string, string> = {
    ENOENT: 'nothing at this path',
    ENOTDIR: 'a file',
    EISDIR: 'a folder',
    EACCES: 'no permission to read it',
  }
  return words[code ?? ''] ?? String(code ?? error)
}
