import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { splitPointer } from './jsonPointer.ts'
import { InputError, type Shape } from './shape.ts'

/** Parsed YAML or JSON, with the lines of its values. */
export type YamlSource = ReturnType<typeof parseYamlSource>

/** Creates the error for a mistake on a line. If `line` is undefined, the mistake concerns the whole text. */
export type MakeError = (line: number | undefined, reason: string) => Error

/**
 * Parses YAML, or JSON, which is also YAML. If the text is neither, throws the error that `makeError` returns. Syntax errors never quote
 * the text. With `isSecret`, no error message quotes the text, because the text may contain tokens.
 */
export function parseYamlSource(source: string, makeError: MakeError, { isSecret = false } = {}) {
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false })
  const [broken] = document.errors
  if (broken) {
    const { line, col } = lines.linePos(broken.pos[0])
    throw makeError(line, `not YAML: ${broken.code} in column ${col}`)
  }
  let value: unknown
  try {
    value = document.toJS()
  } catch {
    // After parsing, only resolving an alias can fail.
    const problem = 'too many aliases, or an alias (*) without an anchor (&); quote text that begins with *'
    throw makeError(undefined, problem)
  }
  const lineOf = (pointer: string): number => locate(document, lines, pointer)
  return {
    value,
    lineOf,
    /** Checks the value and returns it. Throws at the line of the first mistake. */
    read<Value>(shape: Shape<Value>): Value {
      try {
        return shape(value, '')
      } catch (error) {
        if (!(error instanceof InputError)) throw error
        throw makeError(lineOf(error.pointer), isSecret ? error.redacted : error.message)
      }
    },
  }
}

/** Finds the line (from 1) of the value at a JSON pointer in a parsed YAML document, or of the value's nearest existing ancestor. */
function locate(document: Document, lines: LineCounter, pointer: string): number {
  let node: unknown = document.contents
  let offset = document.contents?.range?.[0] ?? 0
  for (const name of splitPointer(pointer)) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === name)
      if (!pair) break
      offset = isNode(pair.key) ? (pair.key.range?.[0] ?? offset) : offset
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(name)]
      if (!isNode(node)) break
      offset = node.range?.[0] ?? offset
    } else break
  }
  return lines.linePos(offset).line
}
