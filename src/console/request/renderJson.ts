import { element } from '../ui/element.ts'
import { renderText } from '../ui/renderText.ts'

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g

/** Renders JSON as nodes, with names, strings and numbers in their own colours. Also accepts text that is not JSON. */
export function renderJson(text: string): Node[] {
  const nodes: Node[] = []
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    const [token, string, colon = ''] = match
    const kind = string === undefined ? 'number' : colon === '' ? 'string' : 'name'
    nodes.push(...renderText(text.slice(end, match.index)))
    nodes.push(element('span', { class: `json-${kind}` }, ...renderText(string ?? token)))
    if (colon !== '') nodes.push(document.createTextNode(colon))
    end = match.index + token.length
  }
  nodes.push(...renderText(text.slice(end)))
  return nodes
}
