import { control } from '../control.ts'
import { fillScenarios } from '../request/requestForm.ts'
import type { Scenarios } from '../types.ts'
import { announce } from '../ui/announce.ts'
import { element, find } from '../ui/element.ts'

let current: Scenarios = { scenario: '', sessions: {}, scenarios: [] }

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
  show(await control<Scenarios>('GET', '/scenario'))
}

async function choose(scenario: string): Promise<void> {
  const session = chosenSession()
  try {
    if (session === '') throw new Error('enter a session name first')
    show(
      await control<Scenarios>('PUT', '/scenario', { scenario, ...(session !== undefined && { session }) }),
    )
    showNote(
      session === undefined
        ? `${allSessions()} now use scenario ${scenario}.`
        : `Session ${session} now uses scenario ${scenario}.`,
    )
  } catch (error) {
    showNote(`Not changed: ${error instanceof Error ? error.message : error}`)
    showChosen()
  }
}

/** The session that the form is about; undefined for all sessions. */
function chosenSession(): string | undefined {
  if (find('for-all', HTMLInputElement).checked) return undefined
  return find('scenario-session', HTMLInputElement).value.trim()
}

function allSessions(): string {
  return Object.keys(current.sessions).length === 0 ? 'All sessions' : 'All other sessions'
}

function showNote(text: string): void {
  find('scenario-note', HTMLElement).textContent = text
  announce(text)
}

function show(latest: Scenarios): void {
  const changed = JSON.stringify(current.scenarios) !== JSON.stringify(latest.scenarios)
  current = latest
  // An unchanged list stays as it is, so that keyboard users keep their place in it.
  if (changed) {
    find('scenario-list', HTMLElement).replaceChildren(...current.scenarios.map(row))
    fillScenarios(current)
  }
  showChosen()
}

function row({ name, title }: Scenarios['scenarios'][number]): HTMLElement {
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
  const session = chosenSession()
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
