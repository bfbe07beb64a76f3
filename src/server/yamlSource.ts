import { type Document, LineCounter, parseDocument, visit, type YAMLParseError } from 'yaml'
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

/**
 * Parses the text of a file. Throws a FixtureError when it is no YAML, or none that JSON could hold. No message about that quotes the
 * file: it may hold tokens.
 */
export function yamlSource(file: string, text: string): YamlSource {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const broken = document.errors[0]
  if (broken)
    throw new FixtureError(file, lines.linePos(broken.pos[0]).line, `not YAML: ${mistakeOf(broken)}`)
  const lineOf = (pointer: string): number => locate(document, lines, pointer)
  let value: unknown
  try {
    value = document.toJS()
  } catch {
    // Only aliases can fail here: one without its anchor, or so many that they would fill the memory.
    const at = danglingAlias(document)
    if (at === undefined) throw new FixtureError(file, undefined, 'not usable: too many aliases (*)')
    throw new FixtureError(
      file,
      lines.linePos(at).line,
      'not usable: an alias (*) of which no anchor (&) stands above it; a text that begins with * needs quotes',
    )
  }
  return { file, value, lineOf, error: (pointer, reason) => new FixtureError(file, lineOf(pointer), reason) }
}

/** Kinds of mistakes whose messages quote the file in their middle. */
const UNQUOTED: Readonly<Record<string, string>> = {
  TAG_RESOLVE_FAILED: 'Unknown tag (!)',
  BAD_DQ_ESCAPE: 'Invalid escape sequence (\\)',
  BAD_DIRECTIVE: 'Invalid directive (%)',
}

/** What the parser says, but for what it quotes, which stands after a colon that follows a word. */
function mistakeOf({ code, message }: YAMLParseError): string {
  return UNQUOTED[code] ?? message.replace(/(?<=\w): .*$/s, '')
}

/** Where an alias stands that has no anchor. */
function danglingAlias(document: Document): number | undefined {
  let at: number | undefined
  visit(document, {
    Alias(_key, alias) {
      if (alias.resolve(document) !== undefined) return undefined
      at = alias.range?.[0]
      return visit.BREAK
    },
  })
  return at
}
