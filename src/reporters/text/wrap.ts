/** The width of the terminal report. Fixed, so that a run is reported the same everywhere. */
export const COLUMNS = 100

// Keeps the text next to a long label readable.
const MIN_WIDTH = 20

/** Breaks a text into lines of at most `width` characters, at spaces if possible. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  let columns = 0
  const words = text.trimEnd().split(/[ \n]/)
  for (const word of words.flatMap((long) => splitWord(long, width))) {
    const added = length(word)
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
  const [first = '', ...rest] = wrap(text, Math.max(MIN_WIDTH, COLUMNS - length(label)))
  return [
    first === '' ? styleLabel(label.trimEnd()) : styleLabel(label) + first,
    ...rest.map((line) => (line === '' ? '' : ' '.repeat(length(label)) + line)),
  ]
}

/** Cuts a text to at most `width` characters, the last of them `…`. */
export function shorten(text: string, width: number): string {
  const characters = [...text]
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`
}

function splitWord(word: string, width: number): string[] {
  const characters = [...word]
  const lines = Math.max(1, Math.ceil(characters.length / width))
  return Array.from({ length: lines }, (_, index) =>
    characters.slice(index * width, (index + 1) * width).join(''),
  )
}

/** Counts code points. Wide characters and emoji take more columns than that. */
function length(text: string): number {
  return [...text].length
}
