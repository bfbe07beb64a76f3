import { countColumns, fitColumns, isWider } from './columns.ts'

/** The width of the terminal report. Fixed, so that a run is reported the same everywhere. */
export const COLUMNS = 100

// Keeps the text next to a long label readable.
const MIN_WIDTH = 20

/** Breaks a text into lines of at most `width` columns, at spaces if possible. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  let columns = 0
  const words = text.trimEnd().split(/[ \n]/)
  for (const word of words.flatMap((long) => splitWord(long, width))) {
    const added = countColumns(word)
    if (columns + 1 + added > width && line !== '') {
      lines.push(line.trimEnd())
      line = ''
    }
    columns = line === '' ? added : columns + 1 + added
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line.trimEnd()]
}

/** Wraps a text next to its label: the first line starts with the label, the others are indented by its width. */
export function hangingIndent(
  label: string,
  text: string,
  styleLabel = (unstyled: string) => unstyled,
): string[] {
  const indent = countColumns(label)
  const [first = '', ...rest] = wrap(text, Math.max(MIN_WIDTH, COLUMNS - indent))
  return [
    first === '' ? styleLabel(label.trimEnd()) : styleLabel(label) + first,
    ...rest.map((line) => (line === '' ? '' : ' '.repeat(indent) + line)),
  ]
}

/** Cuts a text to at most `width` columns, the last of them `…`. */
export function shorten(text: string, width: number): string {
  return isWider(text, width) ? `${fitColumns(text, width - 1)}…` : text
}

function splitWord(word: string, width: number): string[] {
  const parts: string[] = []
  let start = 0
  // A copy of what remains, for each part, would take quadratic time.
  for (;;) {
    const near = word.slice(start, start + 4 * width + 1)
    if (!isWider(near, width)) return parts.length > 0 && near === '' ? parts : [...parts, near]
    const part = fitColumns(near, width) || near.slice(0, width)
    parts.push(part)
    start += part.length
  }
}
