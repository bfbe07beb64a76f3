import measure from 'fast-string-truncated-width'

/** The width of the terminal report. The width is fixed, so that a report looks the same on all terminals. */
export const COLUMNS = 100

// The minimum width of the text next to a long label.
const MIN_WIDTH = 20

/** Counts the terminal columns of a string, without styles. Emoji and Chinese, Japanese and Korean characters need two columns. */
export const countColumns = (text: string): number => measure(text).width

/** Breaks a string into lines of at most `width` columns, at spaces if possible. */
export function wrap(text: string, width: number): string[] {
  const line = text.trimEnd().replaceAll('\n', ' ')
  const lines: string[] = []
  for (let start = 0; start < line.length || start === 0; ) {
    // Copy only as much text as a line can need: copying the whole rest for each line would take quadratic time.
    const near = line.slice(start, start + 4 * width + 1)
    const fitting = countFitting(near, width)
    const space = fitting < near.length ? near.lastIndexOf(' ', fitting) : -1
    const end = space > 0 ? space : Math.max(1, fitting)
    lines.push(near.slice(0, end).trimEnd())
    start += space > 0 ? end + 1 : end
  }
  return lines
}

/** Wraps a string next to its label: the first line starts with the label, and all other lines are indented by the label's width. */
export function hangingIndent(label: string, text: string): string[] {
  const indent = countColumns(label)
  const [first = '', ...rest] = wrap(text, Math.max(MIN_WIDTH, COLUMNS - indent))
  return [
    first === '' ? label.trimEnd() : label + first,
    ...rest.map((line) => (line === '' ? '' : ' '.repeat(indent) + line)),
  ]
}

/** Cuts a string to at most `width` columns. A cut string ends with `…`. */
export function shorten(text: string, width: number): string {
  return countFitting(text, width) === text.length ? text : `${text.slice(0, countFitting(text, width - 1))}…`
}

/** Returns the length of the longest prefix that fits into `width` columns. Takes emoji of several code points as a whole. */
function countFitting(text: string, width: number): number {
  // Read at most four code units for each column, which is enough for usual characters.
  const near = text.slice(0, 4 * width)
  let { index } = measure(near, { limit: width })
  // Correct the index, which can be too high by one after a character outside Latin-1.
  while (countColumns(near.slice(0, index)) > width) index -= 1
  // Do not cut a surrogate pair in half.
  return /[\ud800-\udbff]/.test(near.charAt(index - 1)) ? index - 1 : index
}

/** Joins the last lines of output, without deeply indented stack frames, into one line that fits into a table cell. */
export function describePrinted(printed: readonly string[]): string {
  // Keep indented lines with an address, because many servers indent the line that says on which port they listen.
  const lines = printed.filter((line) => /^ ?\S|\bhttps?:\/\//.test(line))
  const last = lines.slice(-5).map((line) => shorten(line.trim(), 200))
  return last.length === 0 ? 'The server printed nothing.' : `The last output: ${last.join(' | ')}`
}
