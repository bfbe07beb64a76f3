import { element } from '../ui/element.ts'
import { visible } from '../ui/visible.ts'

const WORD = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g

/** JSON text as nodes: names, strings and numbers can be told apart. Takes any other text too. */
export function paintJson(text: string): Node[] {
  const nodes: Node[] = []
  let from = 0
  for (const match of text.matchAll(WORD)) {
    const [word, string, colon = ''] = match
    const kind = string === undefined ? 'number' : colon === '' ? 'string' : 'name'
    nodes.push(...visible(text.slice(from, match.index)))
    nodes.push(element('span', { class: `json-${kind}` }, ...visible(string ?? word)))
    if (colon !== '') nodes.push(document.createTextNode(colon))
    from = match.index + word.length
  }
  nodes.push(...visible(text.slice(from)))
  return nodes
}
