import { splitPointer } from './jsonPointer.ts'
import { InputError, type Shape } from './shape.ts'
import { messageOf } from './words.ts'
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type YAMLParseError,
} from './yamlParser.ts'

/** Parsed YAML or JSON, with the lines of its values. */
export type YamlSource = {
  value: unknown
  /** The line (from 1) of a JSON pointer into the value. */
  lineOf: (pointer: string) => number
  /** Checks the value and returns it. Throws at the line of the first mistake. */
  read: <Value>(shape: Shape<Value>) => Value
}

/** Creates the error for a mistake on a line. Without a line, the mistake is in the whole text. */
export type MakeError = (line: number | undefined, reason: string) => Error

/**
 * Parses YAML, or JSON, which is also YAML. Throws what `makeError` returns if the text is neither. Syntax errors never quote the text.
 * With `isSecret`, no other message does either, because the text may hold tokens.
 */
export function parseYamlSource(source: string, makeError: MakeError, { isSecret = false } = {}): YamlSource {
  const { value, lineOf } = parse(source, makeError)
  return {
    value,
    lineOf,
    read: (shape) => {
      try {
        return shape(value, '')
      } catch (error) {
        if (!(error instanceof InputError)) throw error
        throw makeError(lineOf(error.pointer), isSecret ? error.redacted : error.message)
      }
    },
  }
}

function parse(source: string, makeError: MakeError): Pick<YamlSource, 'value' | 'lineOf'> {
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false })
  const [broken] = document.errors
  if (broken) throw makeError(lines.linePos(broken.pos[0]).line, `not YAML: ${describeError(broken)}`)
  const lineOf = (pointer: string): number => locate(document, lines, pointer)
  try {
    return { value: document.toJS(), lineOf }
  } catch (error) {
    // Only aliases can fail here: one without its anchor, or so many that they would fill the memory.
    const [, name] = /^Unresolved alias .*: (.+)$/.exec(messageOf(error)) ?? []
    if (name === undefined) throw makeError(undefined, 'too many aliases (*)')
    throw makeError(
      lines.linePos(source.indexOf(`*${name}`)).line,
      'an alias (*) has no anchor (&) above it; text that begins with * needs quotes',
    )
  }
}

/** The line (from 1) of a JSON pointer in a parsed YAML document, or of its nearest existing ancestor. */
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

/** The kit's messages for errors whose own messages quote the text in the middle, or use the parser's terms. */
const OWN_TEXTS: Readonly<Record<string, string>> = {
  TAG_RESOLVE_FAILED: 'Unknown tag (!)',
  BAD_DQ_ESCAPE: 'Invalid escape sequence (\\)',
  BAD_DIRECTIVE: 'Invalid directive (%)',
  BAD_INDENT: 'a bracket is not closed, or the indentation is wrong',
  BLOCK_AS_IMPLICIT_KEY: 'the indentation is wrong',
}

/** The parser's message, without the quotation after a colon that follows a word. */
function describeError({ code, message }: YAMLParseError): string {
  return OWN_TEXTS[code] ?? message.replace(/(?<=\w): .*$/s, '')
}
