import { button, element, find } from './element.ts'
import { visible } from './visible.ts'

/** Shows a notice at the top until it is dismissed or another of its kind comes. */
export function notify(kind: string, tone: 'good' | 'bad', title: string, text: string): void {
  withdraw(kind)
  const shown = element(
    'div',
    { class: `notice ${tone}`, 'data-kind': kind },
    element('strong', {}, title),
    element('p', {}, ...visible(text)),
    button('Dismiss', () => shown.remove(), { class: 'plain' }),
  )
  find('notices', HTMLElement).append(shown)
}

export function withdraw(kind: string): void {
  for (const shown of document.querySelectorAll(`[data-kind="${kind}"]`)) shown.remove()
}
