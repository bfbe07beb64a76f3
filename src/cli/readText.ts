import { readText as readFile } from '../contract/files.ts'
import type { YamlSource } from '../contract/yaml.ts'
import { toInput } from '../parsers.ts'
import { checked, fileError } from './errors.ts'

/** The maximum number of values in a JSON file, and of levels. Parsing millions of values takes gigabytes, and deep recursion fails. */
const [MAX_VALUES, MAX_DEPTH] = [1_000_000, 1_000]

/** Reads a file that the user names. Throws a UsageError if the file cannot be read, or contains too many values or levels. */
export function readText(file: string): string {
  const text = readFile(checked(() => toInput(file)))
  let [values, depth, isString] = [0, 0, false]
  for (let at = 0; at < text.length && values <= MAX_VALUES && depth <= MAX_DEPTH; at++) {
    if (text[at] === '"') isString = !isString
    else if (text[at] === '\\') at++
    else if (!isString) {
      if ('[{,'.includes(text.charAt(at))) values += 1
      depth += '[{'.includes(text.charAt(at)) ? 1 : ']}'.includes(text.charAt(at)) ? -1 : 0
    }
  }
  if (values <= MAX_VALUES && depth <= MAX_DEPTH) return text
  throw fileError(file, 'expected at most 1,000,000 values in 1,000 levels, got more')
}

/** Reads a YAML or JSON file. Throws a UsageError if the file is invalid. If `isSecret`, the message does not quote the file. */
export async function readData(file: string, { isSecret = false } = {}): Promise<YamlSource> {
  const text = readText(file)
  // Load the parser only when needed, because many commands read no such file.
  const { parseYamlSource } = await import('../contract/yaml.ts')
  return parseYamlSource(text, (line, reason) => fileError(file, reason, line), { isSecret })
}
