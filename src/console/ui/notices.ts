import { button, element, find } from './element.ts'
import { renderText } from './renderText.ts'

/** Shows a notice at the top of the page. It replaces an earlier notice of the same kind. */
export function notify(kind: string, tone: 'good' | 'bad', title: string, text: string): void {
  dismiss(kind)
  const notice = element(
    'div',
    { class: `notice ${tone}`, 'data-kind': kind },
    element('strong', {}, title),
    element('p', {}, ...renderText(text)),
    button('Dismiss', () => notice.remove(), { class: 'plain' }),
  )
  find('notices', HTMLElement).append(notice)
}

export function dismiss(kind: string): void {
  for (const notice of document.querySelectorAll(`[data-kind="${kind}"]`)) notice.remove()
}
