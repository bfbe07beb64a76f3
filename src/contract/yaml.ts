import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml'
import { splitPointer } from './jsonPointer.ts'
import { InputError, type Shape } from './shape.ts'

/** Parsed YAML or JSON, with the lines of its values. */
export type YamlSource = ReturnType<typeof parseYamlSource>

/** Creates the error for a mistake on a line. If `line` is undefined, the mistake concerns the whole text. */
export type MakeError = (line: number | undefined, reason: string) => Error

/** Messages for error codes of the YAML library, because the library's own messages may quote the text. */
const MISTAKES: Readonly<Record<string, string>> = {
  BAD_INDENT: 'indent this line like the other keys or elements of the same map or list',
  BLOCK_AS_IMPLICIT_KEY: 'indent this line like the line above, or put a value that contains ": " in quotes',
  OTHER: 'an unexpected character; indent with spaces, and put text with special characters in quotes',
  BLOCK_IN_FLOW: 'put a comma between the members in brackets',
  DUPLICATE_KEY: 'this map already has a key with this name; remove one of the two keys',
  MISSING_CHAR: 'a comma, a quotation mark or a closing bracket is missing after this place',
}

/**
 * Parses YAML, or JSON, which is also YAML. If the text is invalid, throws the error that `fail` returns. Syntax errors never quote the
 * text. With `isSecret`, messages about wrong tokens do not quote the tokens.
 */
export function parseYamlSource(source: string, fail: MakeError, { isSecret = false } = {}) {
  const lines = new LineCounter()
  // Turn off `uniqueKeys`: otherwise, the parser would compare every key of a map with every other key.
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, uniqueKeys: false })
  const failAt = (code: string, from: number): never => {
    // Skip white space, because the reported position may be in the white space next to the mistake.
    const before = source.slice(0, from).trimEnd().length - 1
    const after = from + source.slice(from).search(/\S|$/)
    const { line, col } = lines.linePos(code === 'MISSING_CHAR' ? before : after)
    throw fail(line, `not YAML or JSON: ${MISTAKES[code] ?? MISTAKES.OTHER} (column ${col})`)
  }
  const [broken] = document.errors
  // For a key with several lines, use its last line.
  const key = document.errors.find(({ code }) => code === 'MULTILINE_IMPLICIT_KEY')
  if (broken) failAt(broken.code, key?.pos[1] ?? broken.pos[0])
  visit(document, {
    Map(_, { items }) {
      const names = new Set<string>()
      const twice = items.find(({ key }) => isScalar(key) && names.size === names.add(String(key.value)).size)
      if (isScalar(twice?.key)) failAt('DUPLICATE_KEY', twice.key.range?.[0] ?? 0)
    },
  })
  let value: unknown
  try {
    value = document.toJS()
  } catch {
    // Only an alias can cause an error here, because the document was parsed without an error.
    throw fail(undefined, 'an alias (*) has no anchor, or is too large; quote text that begins with *')
  }
  const lineOf = (pointer: string): number => locate(document, lines, pointer)
  return {
    value,
    lineOf,
    /** Checks the value and returns it. For a wrong value, throws the error of `fail` with the line of the first mistake. */
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
