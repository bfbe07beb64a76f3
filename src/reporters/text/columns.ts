import stringWidth from 'string-width'

const segmenter = new Intl.Segmenter()
const SIMPLE = /^[ -~]*$/

/** How many columns a text takes in a terminal. Chinese, Japanese and Korean characters and emoji take two. */
export function countColumns(text: string): number {
  return SIMPLE.test(text) ? text.length : stringWidth(text)
}

/** The characters of a text, as a reader sees them: an emoji may be several code points. */
export function splitCharacters(text: string): string[] {
  return SIMPLE.test(text) ? text.split('') : [...segmenter.segment(text)].map(({ segment }) => segment)
}

/** The longest beginning, or end, of a text that fits into this many columns. */
export function fitColumns(text: string, width: number, side: 'start' | 'end' = 'start'): string {
  if (SIMPLE.test(text))
    return side === 'start' ? text.slice(0, width) : text.slice(Math.max(0, text.length - width))
  // Any character takes a column or more, but for marks, of which no text has many.
  const near = side === 'start' ? text.slice(0, 8 * width) : text.slice(-8 * width)
  const characters = splitCharacters(near)
  let columns = 0
  let count = 0
  for (const character of side === 'start' ? characters : characters.toReversed()) {
    columns += countColumns(character)
    if (columns > width) break
    count += 1
  }
  return (side === 'start' ? characters.slice(0, count) : characters.slice(characters.length - count)).join(
    '',
  )
}

/** A text with spaces after it, up to a number of columns. */
export function padColumns(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - countColumns(text)))
}
