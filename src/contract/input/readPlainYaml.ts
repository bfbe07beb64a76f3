/** A line with content: its indentation, and its text without the spaces around it. */
type Line = { indent: number; text: string }

/** Ends the reading of a text that needs the parser. */
class NotPlain extends Error {}

/**
 * Reads YAML in the plain style of data files: blocks of maps and lists, with texts and whole numbers on one line. That takes a
 * tenth of the time of the parser. Returns undefined for a text that has, or may have, anything else in it.
 */
export function readPlainYaml(source: string): { value: unknown } | undefined {
  // Other spaces than the usual one are part of a text, and control characters are a mistake or mean something.
  if (/[^\S \r\n]|(?![\r\n])\p{Cc}|\r(?!\n)/u.test(source)) return undefined
  try {
    const lines = toLines(source)
    const root = readBlock(lines, 0, lines[0]?.indent ?? fail())
    if (root.next < lines.length) return undefined
    return { value: root.value }
  } catch (error) {
    // A RangeError is a stack that is full.
    if (error instanceof NotPlain || error instanceof RangeError) return undefined
    throw error
  }
}

/** A value, and the index of the line after it. */
type Read = { value: unknown; next: number }

function toLines(source: string): Line[] {
  const lines: Line[] = []
  for (const line of source.split('\n')) {
    const text = line.trim()
    if (text !== '' && !text.startsWith('#'))
      lines.push({ indent: line.length - line.trimStart().length, text })
  }
  return lines
}

function readBlock(lines: Line[], at: number, indent: number): Read {
  return lines[at]?.text.startsWith('- ') ? readList(lines, at, indent) : readMap(lines, at, indent)
}

function readList(lines: Line[], at: number, indent: number): Read {
  const value: unknown[] = []
  let next = at
  for (let line = lines[next]; line?.indent === indent && line.text.startsWith('- '); line = lines[next]) {
    const text = line.text.slice(2).trimStart()
    const inner = indent + line.text.length - text.length
    if (readKey(text) === undefined) {
      value.push(readScalar(text))
      next++
    } else {
      lines[next] = { indent: inner, text }
      const item = readMap(lines, next, inner)
      value.push(item.value)
      next = item.next
    }
  }
  assertEnded(lines[next], indent)
  return { value, next }
}

function readMap(lines: Line[], at: number, indent: number): Read {
  const value: Record<string, unknown> = {}
  let next = at
  for (let line = lines[next]; line?.indent === indent; line = lines[next]) {
    const { text } = line
    if (text.startsWith('- ')) break
    const key = readKey(text) ?? fail()
    if (Object.hasOwn(value, key)) fail()
    const rest = text.slice(key.length + 1).trimStart()
    const below = lines[next + 1]
    const isBlock =
      below !== undefined &&
      (below.indent > indent || (below.indent === indent && below.text.startsWith('- ')))
    if (rest === '') {
      const block = isBlock ? readBlock(lines, next + 1, below.indent) : fail()
      value[key] = block.value
      next = block.next
    } else {
      value[key] = readScalar(rest)
      next++
    }
  }
  if (next === at) fail()
  assertEnded(lines[next], indent)
  return { value, next }
}

/** What follows a block is further to the left. A line further to the right could continue a text. */
function assertEnded(line: Line | undefined, indent: number): void {
  if (line !== undefined && line.indent > indent) fail()
}

/** The key of a line `key: value`, if it is one. */
function readKey(text: string): string | undefined {
  const [, key = ''] = /^([A-Za-z][\w-]*):(?: |$)/.exec(text) ?? []
  return key === '' || RESERVED.test(key) ? undefined : key
}

/** Words that are no text in YAML. */
const RESERVED = /^(?:null|true|false)$/i

function readScalar(text: string): unknown {
  if (text === '[]') return []
  if (/^-?(?:0|[1-9]\d{0,14})$/.test(text)) return Number(text)
  const [, double, single] = /^"([^"\\]*)"$|^'([^']*)'$/.exec(text) ?? []
  const quoted = double ?? single
  if (quoted !== undefined) return quoted
  const isPlain = /^\p{L}/u.test(text) && !/: | #|:$/.test(text) && !RESERVED.test(text)
  return isPlain ? text : fail()
}

function fail(): never {
  throw new NotPlain()
}
