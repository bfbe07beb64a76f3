import { readText as readFile } from '../contract/files.ts'
import type { YamlSource } from '../contract/yaml.ts'
import { toInput } from '../parsers.ts'
import { checked, fileError } from './errors.ts'

/** Reads a file that the user names. Throws a UsageError if the file cannot be read. */
export function readText(file: string): string {
  return readFile(checked(() => toInput(file)))
}

/** Reads a YAML or JSON file. Throws a UsageError if the file is invalid. If `isSecret`, the message does not quote the file. */
export async function readData(file: string, { isSecret = false } = {}): Promise<YamlSource> {
  const text = readText(file)
  // Load the parser only when needed, because most commands read no such file.
  const { parseYamlSource } = await import('../contract/yaml.ts')
  return parseYamlSource(text, (line, reason) => fileError(file, reason, line), { isSecret })
}
