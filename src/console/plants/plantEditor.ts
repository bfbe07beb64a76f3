import { messageOf } from '../messageOf.ts'
import { announce } from '../ui/announce.ts'
import { button, crossButton, element } from '../ui/element.ts'
import type { ListedPlant } from './parsePlants.ts'

type EditorOptions = {
  plants: readonly ListedPlant[]
  submitLabel: string
  /** Rejects with the reason if the mock refuses the plants. */
  save: (plants: readonly unknown[]) => Promise<void>
  cancel: () => void
}

/** Creates a form that edits plants, as rows or as JSON. */
export function createPlantEditor({ plants, submitLabel, save, cancel }: EditorOptions): HTMLFormElement {
  const rows = element(
    'ol',
    { class: 'plant-rows' },
    ...(plants.length > 0 ? plants : [{ name: '' }]).map(renderRow),
  )
  const text = element('textarea', { 'aria-label': 'Plants as JSON', spellcheck: 'false', rows: '16' })
  const problem = element('p', { class: 'note bad', role: 'alert' })
  const add = button('Add plant', () => {
    rows.append(renderRow({ name: '' }))
    rows.lastElementChild?.querySelector('input')?.focus()
  })
  const toggle = button('Edit as JSON', () => {
    try {
      if (text.hidden) text.value = JSON.stringify(readRows(rows), null, 2)
      else rows.replaceChildren(...(JSON.parse(text.value) as ListedPlant[]).map(renderRow))
    } catch (error) {
      problem.textContent = `Not saved: ${messageOf(error)}`
      return
    }
    problem.textContent = ''
    text.hidden = !text.hidden
    rows.hidden = add.hidden = !text.hidden
    toggle.textContent = text.hidden ? 'Edit as JSON' : 'Edit as rows'
  })
  text.hidden = true
  const form = element(
    'form',
    { class: 'stack', 'aria-label': 'Edit plants' },
    element('p', { class: 'quiet' }, 'Every user gets these plants, until you go back to the usual ones.'),
    rows,
    text,
    element('p', { class: 'actions' }, add, toggle),
    problem,
    element(
      'p',
      { class: 'actions' },
      element('button', { type: 'submit', class: 'main' }, submitLabel),
      button('Cancel', cancel, { class: 'plain' }),
    ),
  )
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    try {
      await save(text.hidden ? readRows(rows) : JSON.parse(text.value))
      announce('The mock serves these plants.')
    } catch (error) {
      problem.textContent = `Not saved: ${messageOf(error)}`
    }
  })
  return form
}

/** The plant that a row shows, with the members that it has no field for. */
const originals = new WeakMap<Element, ListedPlant>()

function renderRow(plant: ListedPlant): HTMLElement {
  const field = (label: string, value: string | undefined): HTMLInputElement => {
    const input = element('input', { type: 'text', placeholder: label.toLowerCase(), 'aria-label': label })
    input.value = value ?? ''
    return input
  }
  const row = element('li', {}, field('Name', plant.name), field('Tag', plant.tag))
  row.append(crossButton(`Remove ${plant.name || 'plant'}`, () => row.remove()))
  originals.set(row, plant)
  return row
}

function readRows(rows: HTMLElement): ListedPlant[] {
  return [...rows.children].flatMap((row) => {
    const [name, tag] = [...row.querySelectorAll('input')].map(({ value }) => value)
    const { tag: before, ...others } = originals.get(row) ?? { name: '' }
    const isTagged = tag !== undefined && (tag !== '' || before === '')
    if (name === '' && tag === '') return []
    return [{ ...others, name: name ?? '', ...(isTagged && { tag }) }]
  })
}
