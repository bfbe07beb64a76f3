import { element } from './element.ts'
import { renderText } from './renderText.ts'

/** Renders names and values. Pairs without a value are left out. */
export function renderPairs(
  pairs: readonly (readonly [name: string, value: string | undefined])[],
): HTMLElement {
  const rows = pairs.flatMap(([name, value]) =>
    value ? [element('div', {}, element('dt', {}, name), element('dd', {}, ...renderText(value)))] : [],
  )
  return element('dl', { class: 'pairs' }, ...rows)
}
