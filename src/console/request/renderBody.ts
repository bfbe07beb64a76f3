import { button, element } from '../ui/element.ts'
import { renderText } from '../ui/renderText.ts'
import { renderJson } from './renderJson.ts'

/** Lines shown at first: rendering ten thousand plants takes the browser a while. */
const LINES = 400

/** Renders a response body. JSON is indented and coloured. */
export function renderBody(body: string): HTMLElement {
  if (body === '') return element('p', { class: 'quiet' }, 'No body.')
  const text = indentJson(body)
  const lines = text.split('\n')
  const shown = element('pre', {
    class: 'body',
    role: 'region',
    tabindex: '0',
    'aria-label': 'Response body',
  })
  if (lines.length <= LINES) {
    shown.append(...renderJson(text))
    return shown
  }
  shown.append(...renderJson(lines.slice(0, LINES).join('\n')))
  const showAll = button(`Show all ${lines.length.toLocaleString('en')} lines`, () => {
    shown.replaceChildren(...renderText(text))
    showAll.remove()
    shown.focus()
  })
  return element('div', { class: 'stack' }, shown, showAll)
}

function indentJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
