import stringWidth from 'fast-string-width'

/** Made when the first text needs it, because it takes as long as to load the rest of a command. */
let segmenter: Intl.Segmenter | undefined
const SIMPLE = /^[ -~]*$/

/** How many columns a text takes in a terminal. Chinese, Japanese and Korean characters and emoji take two. */
export function countColumns(text: string): number {
  return isSimple(text) ? text.length : stringWidth(text)
}

/** The longest beginning, or end, of a text that fits into this many columns. An emoji may be several code points. */
export function fitColumns(text: string, width: number, side: 'start' | 'end' = 'start'): string {
  if (width <= 0) return ''
  const isStart = side === 'start'
  // With more code points in its characters than that, a part of the text is left out.
  const near = isStart ? text.slice(0, 4 * width) : text.slice(-4 * width)
  if (isSimple(near)) return isStart ? near.slice(0, width) : near.slice(-width)
  segmenter ??= new Intl.Segmenter()
  const characters = [...segmenter.segment(near)].map(({ segment }) => segment)
  let columns = 0
  const fitting = (isStart ? characters : characters.toReversed()).filter((character) => {
    columns += countColumns(character)
    return columns <= width
  })
  return (isStart ? fitting : fitting.reverse()).join('')
}

/** Whether a text is wider than this, as far as its beginning shows. */
export function isWider(text: string, width: number): boolean {
  return text.length > 4 * width || countColumns(text) > width
}

/** A text with spaces after it, up to a number of columns. */
export function padColumns(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - countColumns(text)))
}

function isSimple(text: string): boolean {
  return SIMPLE.test(text)
}
