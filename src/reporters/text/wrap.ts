/** The width that the terminal report is written for. Fixed, so that the same run gives the same text everywhere. */
export const COLUMNS = 100

// A label may be as long as it likes; what stands beside it remains readable.
const NARROWEST = 20

/** Breaks a text into lines of at most `width` characters, at spaces where it has them. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text
    .trimEnd()
    .split(/[ \n]/)
    .flatMap((long) => pieces(long, width))) {
    const longer = line === '' ? word : `${line} ${word}`
    const full = length(longer) > width
    if (full) lines.push(line.trimEnd())
    line = full ? word : longer
  }
  return [...lines, line.trimEnd()]
}

/** Wraps a text beside its label: the label stands on the first line, the others are indented to match. */
export function beside(label: string, text: string, paint = (shown: string) => shown): string[] {
  const [first = '', ...rest] = wrap(text, Math.max(NARROWEST, COLUMNS - length(label)))
  return [
    first === '' ? paint(label.trimEnd()) : paint(label) + first,
    ...rest.map((line) => (line === '' ? '' : ' '.repeat(length(label)) + line)),
  ]
}

/** The beginning of a text, with `…` where it was cut. */
export function shorten(text: string, width: number): string {
  const characters = [...text]
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`
}

function pieces(word: string, width: number): string[] {
  const characters = [...word]
  const lines = Math.max(1, Math.ceil(characters.length / width))
  return Array.from({ length: lines }, (_, index) =>
    characters.slice(index * width, (index + 1) * width).join(''),
  )
}

function length(text: string): number {
  return [...text].length
}
