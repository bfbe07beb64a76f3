import { callControl } from '../control.ts'
import { loadJournal } from '../journal/journal.ts'
import type { HealthSummary, PlantsState, ScenarioState, SettingsChanges, UserSummary } from '../types.ts'
import { announce } from '../ui/announce.ts'
import { find } from '../ui/element.ts'
import { notifyOnError } from '../ui/notifyOnError.ts'
import { getState, onState, setState } from './store.ts'

/** Starts the reset button, and loads the plants of the session that is chosen. */
export function startLoading(): void {
  find('reset', HTMLElement).addEventListener('click', () => notifyOnError(reset))
  onState(['scope'], () => void notifyOnError(loadPlants))
}

async function reset(): Promise<void> {
  await callControl('POST', '/reset')
  await loadState()
  announce('Scenarios, settings, plants, sessions and the journal have been reset.')
}

/** Loads everything that can change while the mock runs. */
export async function loadState(): Promise<void> {
  await Promise.all([loadServer(), loadScenario(), loadSettings(), loadJournal()])
}

/** Loads the users and the facts about the server. */
export async function loadServer(): Promise<void> {
  const [health, { users }] = await Promise.all([
    callControl<HealthSummary>('GET', '/health'),
    callControl<{ users: UserSummary[] }>('GET', '/users'),
  ])
  setState({ health, users })
}

/** Loads the scenario, and the plants, which can depend on it. */
export async function loadScenario(): Promise<void> {
  const [scenario] = await Promise.all([callControl<ScenarioState>('GET', '/scenario'), loadPlants()])
  setState({ scenario })
}

export async function loadPlants(): Promise<void> {
  const { scope } = getState()
  const query = scope ? `?session=${encodeURIComponent(scope)}` : ''
  setState({ plants: await callControl<PlantsState>('GET', `/plants${query}`) })
}

export async function loadSettings(): Promise<void> {
  setState({ settings: await callControl<SettingsChanges>('GET', '/settings') })
}
