import { LineCounter, parseDocument } from 'yaml'
import { locate } from '../contract/locate.ts'
import { FixtureError } from './FixtureError.ts'

/** A YAML file, parsed, and the error to throw about a place in it. */
export type YamlSource = {
  file: string
  value: unknown
  /** An error at the line of a JSON pointer into the value. */
  error: (pointer: string, reason: string) => FixtureError
  lineOf: (pointer: string) => number
}

/** Parses the text of a file. Throws a FixtureError when it is no YAML, or none that JSON could hold. */
export function yamlSource(file: string, text: string): YamlSource {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const broken = document.errors[0]
  if (broken) throw new FixtureError(file, lines.linePos(broken.pos[0]).line, `not YAML: ${broken.message}`)
  const lineOf = (pointer: string): number => locate(document, lines, pointer)
  let value: unknown
  try {
    value = document.toJS()
  } catch (error) {
    // Only aliases can fail here: one without its anchor, or so many that they would fill the memory.
    throw new FixtureError(
      file,
      undefined,
      `not usable: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  return { file, value, lineOf, error: (pointer, reason) => new FixtureError(file, lineOf(pointer), reason) }
}
