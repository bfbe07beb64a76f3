import { element } from './element.ts'

/** What would move or hide its neighbours: controls, marks of direction, and what has no width. */
const UNSEEN =
  /(?![\n\t])\p{Cc}|[\u{ad}\u{61c}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{2069}\u{feff}]/gu

/** Text as nodes, with a name in place of each character that cannot be seen. */
export function visible(text: string): Node[] {
  const nodes: Node[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(UNSEEN)) {
    if (index > from) nodes.push(document.createTextNode(text.slice(from, index)))
    const code = found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    nodes.push(element('span', { class: 'unseen' }, `U+${code}`))
    from = index + found.length
  }
  if (from < text.length) nodes.push(document.createTextNode(text.slice(from)))
  return nodes
}
