import { element } from './element.ts'

/** Characters that are invisible or that rearrange the text around them: controls, direction marks, zero-width characters. */
const INVISIBLE =
  /(?![\n\t])\p{Cc}|[\u{ad}\u{61c}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{2069}\u{feff}]/gu

/** Renders text as nodes, with invisible characters shown as their code points, such as `U+202E`. */
export function renderText(text: string): Node[] {
  const nodes: Node[] = []
  let end = 0
  for (const { 0: character, index } of text.matchAll(INVISIBLE)) {
    if (index > end) nodes.push(document.createTextNode(text.slice(end, index)))
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    nodes.push(element('span', { class: 'invisible' }, `U+${code}`))
    end = index + character.length
  }
  if (end < text.length) nodes.push(document.createTextNode(text.slice(end)))
  return nodes
}
