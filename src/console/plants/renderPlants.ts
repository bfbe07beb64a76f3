import { button, element } from '../ui/element.ts'
import { renderText } from '../ui/renderText.ts'
import type { ListedPlant } from './parsePlants.ts'

/** Plants shown at first: rendering ten thousand takes the browser a while. */
const FIRST = 120

/** Renders plants as cards. */
export function renderPlants(plants: readonly ListedPlant[]): HTMLElement {
  if (plants.length === 0)
    return element(
      'div',
      { class: 'empty' },
      element('strong', {}, 'No plants'),
      element('p', {}, 'The list is empty: ', element('code', {}, '[]')),
    )
  const list = element('ol', { class: 'plants' }, ...plants.slice(0, FIRST).map(renderPlant))
  if (plants.length <= FIRST) return list
  const showAll = button(`Show all ${plants.length.toLocaleString('en')} plants`, () => {
    list.append(...plants.slice(FIRST).map(renderPlant))
    showAll.remove()
  })
  return element('div', { class: 'stack' }, list, showAll)
}

function renderPlant({ name, tag, ...others }: ListedPlant): HTMLElement {
  const more = Object.entries(others).map(([member, value]) => `${member}: ${JSON.stringify(value)}`)
  return element(
    'li',
    {},
    element('span', { class: isLatin(name) ? 'plant-name latin' : 'plant-name' }, ...renderName(name)),
    tag === undefined
      ? element('span', { class: 'plant-tag none' }, 'no tag')
      : element('span', { class: 'plant-tag' }, ...renderName(tag)),
    ...(more.length > 0 ? [element('small', {}, ...renderText(more.join(', ')))] : []),
  )
}

/** Text that is empty or only spaces would be invisible. */
function renderName(text: string): Node[] {
  return text.trim() === '' ? renderText(JSON.stringify(text)) : renderText(text)
}

/** Scientific names are set in italics: a genus, then an epithet in lower case, for a hybrid after a cross. */
function isLatin(name: string): boolean {
  return /^\p{Lu}\p{Ll}+ (?:× )?\p{Ll}[\p{Ll}-]+/u.test(name)
}
