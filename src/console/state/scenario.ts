import { callControl } from '../control.ts'
import { fillScenarios } from '../request/requestForm.ts'
import type { ScenarioState } from '../types.ts'
import { announce } from '../ui/announce.ts'
import { element, find } from '../ui/element.ts'

let current: ScenarioState = { scenario: '', sessions: {}, scenarios: [] }

/** Starts the list of scenarios. Choosing one applies it at once. */
export function startScenario(): void {
  find('scenario-list', HTMLElement).addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) void choose(target.value)
  })
  for (const id of ['for-all', 'for-session'])
    find(id, HTMLInputElement).addEventListener('change', showChosen)
  find('scenario-session', HTMLInputElement).addEventListener('input', showChosen)
}

export async function loadScenario(): Promise<void> {
  show(await callControl<ScenarioState>('GET', '/scenario'))
}

async function choose(scenario: string): Promise<void> {
  const session = readChosenSession()
  try {
    if (session === '') throw new Error('enter a session name first')
    await callControl('PUT', '/scenario', { scenario, ...(session !== undefined && { session }) })
    await loadScenario()
    showNote(
      session === undefined
        ? `${describeAllSessions()} now use scenario ${scenario}.`
        : `Session ${session} now uses scenario ${scenario}.`,
    )
  } catch (error) {
    showNote(`Not changed: ${error instanceof Error ? error.message : error}`)
    showChosen()
  }
}

/** The session that the form is about; undefined for all sessions. */
function readChosenSession(): string | undefined {
  if (find('for-all', HTMLInputElement).checked) return undefined
  return find('scenario-session', HTMLInputElement).value.trim()
}

function describeAllSessions(): string {
  return Object.keys(current.sessions).length === 0 ? 'All sessions' : 'All other sessions'
}

function showNote(text: string): void {
  find('scenario-note', HTMLElement).textContent = text
  announce(text)
}

function show(latest: ScenarioState): void {
  const changed = JSON.stringify(current.scenarios) !== JSON.stringify(latest.scenarios)
  current = latest
  // An unchanged list stays as it is, so that keyboard users keep their place in it.
  if (changed) {
    find('scenario-list', HTMLElement).replaceChildren(...current.scenarios.map(renderRow))
    fillScenarios(current)
  }
  showChosen()
}

function renderRow({ name, title }: ScenarioState['scenarios'][number]): HTMLElement {
  return element(
    'label',
    { class: 'choice' },
    element('input', { type: 'radio', name: 'scenario', value: name }),
    element('span', { class: 'name' }, name),
    element('span', { class: 'quiet' }, title),
  )
}

/** Selects the scenario that the chosen session uses. */
function showChosen(): void {
  const session = readChosenSession()
  find('scenario-session', HTMLInputElement).hidden = session === undefined
  const chosen = current.sessions[session ?? ''] ?? current.scenario
  for (const radio of find('scenario-list', HTMLElement).querySelectorAll('input'))
    radio.checked = radio.value === chosen
  const sessions = Object.entries(current.sessions).map(([name, scenario]) =>
    element('li', {}, 'Session ', element('bdi', {}, name), `: ${scenario}`),
  )
  find('scenario-sessions', HTMLElement).replaceChildren(...sessions)
  find('scenario-current', HTMLElement).textContent = current.scenario
}
