import { button, element } from '../ui/element.ts'
import { visible } from '../ui/visible.ts'
import { paintJson } from './paintJson.ts'

/** So many lines are shown at first: ten thousand plants would keep the browser busy. */
const LINES = 400

/** A body, set out line by line where it is JSON. */
export function bodyView(body: string): HTMLElement {
  if (body === '') return element('p', { class: 'quiet' }, 'No body to show.')
  const text = pretty(body)
  const lines = text.split('\n')
  const shown = element('pre', { class: 'body', role: 'region', tabindex: '0', 'aria-label': 'Body' })
  if (lines.length <= LINES) {
    shown.append(...paintJson(text))
    return shown
  }
  shown.append(...paintJson(lines.slice(0, LINES).join('\n')))
  const all = button(`Show all ${lines.length.toLocaleString('en')} lines`, () => {
    shown.replaceChildren(...visible(text))
    all.remove()
    shown.focus()
  })
  return element('div', { class: 'stack' }, shown, all)
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** How many plants a body holds; undefined where it is no list. */
export function plantsIn(body: string): number | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return Array.isArray(value) ? value.length : undefined
  } catch {
    return undefined
  }
}
