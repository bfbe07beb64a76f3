import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml'
import { splitPointer } from './jsonPointer.ts'
import { InputError, type Shape } from './shape.ts'

/** Parsed YAML or JSON, with the lines of its values. */
export type YamlSource = ReturnType<typeof parseYamlSource>

/** Creates the error for a mistake on a line. If `line` is undefined, the mistake concerns the whole text. */
export type MakeError = (line: number | undefined, reason: string) => Error

/**
 * Parses YAML, or JSON, which is also YAML. If the text is neither, throws the error that `fail` returns. Syntax errors never quote
 * the text. With `isSecret`, no error message quotes the text, because the text may contain tokens.
 */
export function parseYamlSource(source: string, fail: MakeError, { isSecret = false, isJson = false } = {}) {
  const lines = new LineCounter()
  // With `uniqueKeys`, the parser would compare every key of a map with every other key.
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, uniqueKeys: false })
  const assertSound = (code: string | undefined, at = 0): void => {
    if (code === undefined) return
    const { line, col } = lines.linePos(at)
    const isVague = isJson && code !== 'DUPLICATE_KEY'
    const mistake = isVague ? 'unexpected text' : code.toLowerCase().replaceAll('_', ' ')
    throw fail(line, `not ${isJson ? 'JSON' : 'YAML'}: ${mistake} in column ${col}`)
  }
  assertSound(document.errors[0]?.code, document.errors[0]?.pos[0])
  visit(document, {
    Map(_, { items }) {
      const names = new Set<string>()
      const twice = items.find(({ key }) => isScalar(key) && names.size === names.add(String(key.value)).size)
      if (isScalar(twice?.key)) assertSound('DUPLICATE_KEY', twice.key.range?.[0])
    },
  })
  let value: unknown
  try {
    value = document.toJS()
  } catch {
    // After parsing, only resolving an alias can fail.
    const problem = 'too many aliases, or an alias (*) without an anchor (&); quote text that begins with *'
    throw fail(undefined, problem)
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
        throw fail(lineOf(error.pointer), isSecret ? error.redacted : error.message)
      }
    },
  }
}

/** Finds the line (from 1) of the value at a JSON pointer in a parsed YAML document, or of the value's nearest existing ancestor. */
function locate(document: Document, lines: LineCounter, pointer: string): number {
  let node: unknown = document.contents
  let offset = document.contents?.range?.[0] ?? 0
  for (const name of splitPointer(pointer)) {
    const isNamed = ({ key }: { key: unknown }) => isScalar(key) && String(key.value) === name
    const pair = isMap(node) ? node.items.find(isNamed) : undefined
    const item = isSeq(node) ? node.items[Number(name)] : pair?.key
    if (!isNode(item)) break
    offset = item.range?.[0] ?? offset
    node = pair ? pair.value : item
  }
  return lines.linePos(offset).line
}
