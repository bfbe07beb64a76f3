import stringWidth from 'fast-string-width'

/** Made when the first text needs it, because it takes as long as to load the rest of a command. */
let segmenter: Intl.Segmenter | undefined
const SIMPLE = /^[ -~]*$/

/** How many columns a text takes in a terminal. Chinese, Japanese and Korean characters and emoji take two. */
export function countColumns(text: string): number {
  return isSimple(text) ? text.length : stringWidth(text)
}

/** The characters of a text, as a reader sees them: an emoji may be several code points. */
function splitCharacters(text: string): string[] {
  if (isSimple(text)) return text.split('')
  segmenter ??= new Intl.Segmenter()
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}

/** The longest beginning, or end, of a text that fits into this many columns. */
export function fitColumns(text: string, width: number, side: 'start' | 'end' = 'start'): string {
  const isStart = side === 'start'
  // Enough for characters of two code points. With more, a part of them is left out.
  const most = isSimple(isStart ? text.slice(0, width) : text.slice(-width)) ? width : 4 * width
  if (width <= 0) return ''
  const near = isStart ? text.slice(0, most) : text.slice(-most)
  if (isSimple(near)) return near.length <= width ? near : isStart ? near.slice(0, width) : near.slice(-width)
  const characters = splitCharacters(near)
  const known = new Map<string, number>()
  let columns = 0
  let count = 0
  for (const character of isStart ? characters : characters.toReversed()) {
    const own = known.get(character) ?? countColumns(character)
    known.set(character, own)
    columns += own
    if (columns > width) break
    count += 1
  }
  return (isStart ? characters.slice(0, count) : characters.slice(characters.length - count)).join('')
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
