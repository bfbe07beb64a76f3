import { control } from '../control.ts'
import { showScenarios } from '../request/requestForm.ts'
import type { Scenarios } from '../types.ts'
import { announce } from '../ui/announce.ts'
import { element, find } from '../ui/element.ts'

let known: Scenarios = { scenario: '', sessions: {}, scenarios: [] }

/** Makes the switch of scenarios work: choosing one applies it. */
export function startScenario(): void {
  find('scenario-list', HTMLElement).addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) void choose(target.value)
  })
  for (const id of ['for-all', 'for-session']) find(id, HTMLInputElement).addEventListener('change', mark)
  find('scenario-session', HTMLInputElement).addEventListener('input', mark)
}

export async function loadScenario(): Promise<void> {
  show(await control<Scenarios>('GET', '/scenario'))
}

async function choose(scenario: string): Promise<void> {
  const session = chosenSession()
  try {
    if (session === '') throw new Error('name the session first')
    show(
      await control<Scenarios>('PUT', '/scenario', { scenario, ...(session !== undefined && { session }) }),
    )
    say(
      session === undefined ? `Everybody now gets ${scenario}.` : `Session ${session} now gets ${scenario}.`,
    )
  } catch (error) {
    say(`Not changed: ${error instanceof Error ? error.message : error}`)
    mark()
  }
}

/** The session that the switch is set to; undefined for everybody. */
function chosenSession(): string | undefined {
  if (find('for-all', HTMLInputElement).checked) return undefined
  return find('scenario-session', HTMLInputElement).value.trim()
}

function say(text: string): void {
  find('scenario-note', HTMLElement).textContent = text
  announce(text)
}

function show(scenarios: Scenarios): void {
  const names = ({ scenarios: all }: Scenarios): string => JSON.stringify(all)
  const changed = names(known) !== names(scenarios)
  known = scenarios
  // Left alone where it is the same: who walks through it with the arrow keys would lose their place.
  if (changed) {
    find('scenario-list', HTMLElement).replaceChildren(...known.scenarios.map(row))
    showScenarios(known)
  }
  mark()
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

/** Marks what is in force, for everybody or for the session that is named. */
function mark(): void {
  const session = chosenSession()
  find('scenario-session', HTMLInputElement).hidden = session === undefined
  const current = known.sessions[session ?? ''] ?? known.scenario
  for (const radio of find('scenario-list', HTMLElement).querySelectorAll('input'))
    radio.checked = radio.value === current
  const own = Object.entries(known.sessions).map(([name, scenario]) =>
    element('li', {}, element('bdi', {}, name), `: ${scenario}`),
  )
  find('scenario-sessions', HTMLElement).replaceChildren(...own)
  find('scenario-current', HTMLElement).textContent = known.scenario
}
