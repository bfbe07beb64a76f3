import { callControl } from '../control.ts'
import { resetPlants } from '../scenarios/headline.ts'
import { loadPlants } from '../state/load.ts'
import { type ConsoleState, getState, onState } from '../state/store.ts'
import { find } from '../ui/element.ts'
import { formatPlants } from '../ui/format.ts'
import { notifyOnError } from '../ui/notifyOnError.ts'
import { fillSegments, readSegment } from '../ui/segments.ts'
import { type ListedPlant, readPlants } from './parsePlants.ts'
import { createPlantEditor } from './plantEditor.ts'
import { renderPlants } from './renderPlants.ts'

let isEditing = false

/** Starts the view of the plants that each user gets, and their editor. */
export function startPlants(): void {
  find('plant-users', HTMLElement).addEventListener('change', () => show(getState()))
  find('plants-edit', HTMLElement).addEventListener('click', edit)
  find('plants-usual', HTMLElement).addEventListener('click', () => notifyOnError(resetPlants))
  onState(['plants', 'scope', 'health'], (state) => {
    const users = state.plants.users.map(({ name, total }) => ({
      value: name,
      label: name,
      note: total.toLocaleString('en'),
    }))
    fillSegments(find('plant-users', HTMLElement), 'plants-of', users)
    if (!isEditing) show(state)
  })
}

function show({ plants, health }: Readonly<ConsoleState>): void {
  const { list, total, isAll } = findChosen(plants)
  const isGiven = plants.rule === 'given plants'
  isEditing = false
  find('plants-source', HTMLElement).textContent = describeRule(plants.rule, health.upstream !== undefined)
  find('plants-note', HTMLElement).textContent = isAll
    ? ''
    : `The first ${list.length.toLocaleString('en')} of ${formatPlants(total)}. Long lists can't be edited here.`
  find('plants-edit', HTMLButtonElement).hidden = !isAll
  find('plants-usual', HTMLElement).hidden = !isGiven
  find('plants-body', HTMLElement).replaceChildren(renderPlants(list))
}

function findChosen({ users }: ConsoleState['plants']): {
  list: ListedPlant[]
  total: number
  isAll: boolean
} {
  const name = readSegment(find('plant-users', HTMLElement))
  const user = users.find((each) => each.name === name) ?? users[0]
  const list = readPlants(user?.plants) ?? []
  const total = user?.total ?? 0
  return { list, total, isAll: list.length === total }
}

function describeRule(rule: string, hasService: boolean): string {
  if (rule === 'given plants') return 'given by you or by a test, to every user'
  if (rule !== 'fixtures') return `from the ${rule}`
  return hasService ? 'from the fixtures, for when the mock answers' : 'from the fixtures'
}

function edit(): void {
  isEditing = true
  find('plants-edit', HTMLElement).hidden = true
  find('plants-usual', HTMLElement).hidden = true
  const { scope } = getState()
  const editor = createPlantEditor({
    plants: findChosen(getState().plants).list,
    submitLabel: scope ? `Serve to session ${scope}` : 'Serve to everybody',
    save: async (plants) => {
      await callControl('PUT', '/plants', { plants, ...(scope && { session: scope }) })
      isEditing = false
      await loadPlants()
    },
    cancel: () => {
      show(getState())
      find('plants-edit', HTMLElement).focus()
    },
  })
  find('plants-body', HTMLElement).replaceChildren(editor)
  editor.querySelector('input')?.focus()
}
