import { callControl } from '../control.ts'
import { messageOf } from '../messageOf.ts'
import { type ConsoleState, getChosenScenario, getState, onState, setState } from '../state/store.ts'
import type { ScenarioGroup, ScenarioSummary } from '../types.ts'
import { announce } from '../ui/announce.ts'
import { element, find } from '../ui/element.ts'
import { shortenPreview } from './shortenPreview.ts'

const GROUPS: Readonly<Record<ScenarioGroup, string>> = {
  data: 'Data',
  speed: 'Speed',
  errors: 'Errors',
  network: 'Network',
}

/** Starts the list of scenarios. Choosing one applies it at once. */
export function startScenarios(): void {
  find('scenario-list', HTMLElement).addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) void chooseScenario(target.value)
  })
  for (const id of ['for-all', 'for-session'])
    find(id, HTMLInputElement).addEventListener('change', () => {
      setScope()
      if (id === 'for-session') find('scenario-session', HTMLInputElement).focus()
    })
  find('scenario-session', HTMLInputElement).addEventListener('input', setScope)
  find('scenario-search', HTMLInputElement).addEventListener('input', filter)
  onState(['scenario'], showList)
  onState(['scenario', 'scope'], showChosen)
  onState(['scenario', 'users'], showSessionNames)
}

/** Applies a scenario to everybody, or to the chosen session. */
export async function chooseScenario(scenario: string | null): Promise<void> {
  const { scope } = getState()
  try {
    if (scope === '') throw new Error('enter a session name first')
    await callControl('PUT', '/scenario', { scenario, ...(scope !== undefined && { session: scope }) })
    setState({ scenario: await callControl<ConsoleState['scenario']>('GET', '/scenario') })
    showNote('')
    const chosen = getChosenScenario(getState())
    announce(
      scope === undefined
        ? `${describeEverybody()} now use scenario ${chosen}.`
        : `Session ${scope} now uses scenario ${chosen}.`,
    )
  } catch (error) {
    const problem = `Not changed: ${messageOf(error)}`
    showNote(problem)
    announce(problem)
    showChosen(getState())
  }
}

function setScope(): void {
  const session = find('scenario-session', HTMLInputElement).value.trim()
  const scope = find('for-all', HTMLInputElement).checked ? undefined : session
  find('session-field', HTMLElement).hidden = scope === undefined
  setState({ scope })
}

function describeEverybody(): string {
  return Object.keys(getState().scenario.sessions).length === 0 ? 'All sessions' : 'All other sessions'
}

function showNote(text: string): void {
  find('scenario-note', HTMLElement).textContent = text
}

let shown = ''

function showList({ scenario: { scenarios } }: Readonly<ConsoleState>): void {
  // An unchanged list stays as it is, so that keyboard users keep their place in it.
  if (shown === JSON.stringify(scenarios)) return
  shown = JSON.stringify(scenarios)
  const groups = Object.entries(GROUPS).map(([group, label]) =>
    element(
      'fieldset',
      { class: 'choices' },
      element('legend', {}, label),
      ...scenarios.filter((each) => each.group === group).map(renderChoice),
    ),
  )
  find('scenario-list', HTMLElement).replaceChildren(...groups)
  filter()
}

function renderChoice({ name, title, preview }: ScenarioSummary): HTMLElement {
  return element(
    'label',
    { class: 'choice' },
    element('input', { type: 'radio', name: 'scenario', value: name }),
    element('span', { class: 'name' }, name),
    element('span', { class: 'preview' }, shortenPreview(preview)),
    element('span', { class: 'meaning' }, title),
  )
}

/** Hides the scenarios that don't match the search. */
function filter(): void {
  const words = find('scenario-search', HTMLInputElement).value.toLowerCase().split(/\s+/)
  let matches = 0
  for (const group of find('scenario-list', HTMLElement).querySelectorAll('fieldset')) {
    let inGroup = 0
    for (const choice of group.querySelectorAll('label')) {
      const text = `${choice.textContent} ${group.firstChild?.textContent}`.toLowerCase()
      choice.hidden = !words.every((word) => text.includes(word))
      if (!choice.hidden) inGroup++
    }
    group.hidden = inGroup === 0
    matches += inGroup
  }
  find('scenario-none', HTMLElement).hidden = matches > 0 || shown === ''
}

/** Selects the scenario that the chosen session uses, and keeps it in view. */
function showChosen(state: Readonly<ConsoleState>): void {
  const chosen = getChosenScenario(state)
  const list = find('scenario-list', HTMLElement)
  for (const radio of list.querySelectorAll('input')) {
    radio.checked = radio.value === chosen
    if (radio.checked) keepInView(list, radio.closest('label') ?? radio)
  }
}

/** Scrolls only the list, never the page. */
function keepInView(list: HTMLElement, choice: HTMLElement): void {
  const box = list.getBoundingClientRect()
  const { top, bottom } = choice.getBoundingClientRect()
  if (top < box.top) list.scrollTop -= box.top - top + 40
  if (bottom > box.bottom) list.scrollTop += bottom - box.bottom + 16
}

/** Sessions that are known: those that chose a scenario, and the users, whose names are their sessions. */
function showSessionNames({ scenario, users }: Readonly<ConsoleState>): void {
  const names = new Set([...Object.keys(scenario.sessions), ...users.map(({ name }) => name)])
  const options = [...names].map((value) => element('option', { value }))
  find('session-names', HTMLDataListElement).replaceChildren(...options)
}
