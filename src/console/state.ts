import { computed, signal } from '@preact/signals'
import type { HealthSummary, PlantsState, ScenarioState, UserSummary } from './api.ts'
import { callControl } from './api.ts'

// The data about the mock that the page shows. When a signal changes, the components that read the signal are redrawn.

export const health = signal<HealthSummary>({
  version: '',
  baseUrl: location.origin,
  contract: { title: '', version: '', path: '/plants', limitName: 'limit' },
})
export const users = signal<readonly UserSummary[]>([])
export const scenario = signal<ScenarioState>({ scenario: '', sessions: {}, scenarios: [] })
export const plants = signal<PlantsState>({ rule: '', responses: 0, users: [] })

/** The settings that change responses, with their names in the control API. */
export const changedSettings = signal<readonly (readonly [name: string, value: unknown])[]>([])

/** The session to which the user's choices apply; undefined for everybody. */
export const session = signal<string | undefined>(undefined)

/** The mock's base URL with the host name of this page. The base URL that the mock reports may have another host name. */
export const baseUrl = computed(
  () => location.origin + new URL(health.value.baseUrl).pathname.replace(/\/$/, ''),
)

/** The scenario of the chosen session or, without a chosen session, of everybody. */
export const chosenScenario = computed(() => {
  const { scenario: common, sessions } = scenario.value
  return (session.value === undefined ? undefined : sessions[session.value]) ?? common
})

/** The mock's data as a string, to detect that the mock now serves different responses. */
export const served = computed(() => {
  const { scenario: common, sessions } = scenario.value
  return JSON.stringify([common, sessions, changedSettings.value, plants.value.rule, plants.value.users])
})

/** Loads the users and the facts about the server. */
export async function loadServer(): Promise<void> {
  const [server, { users: all }] = await Promise.all([
    callControl<HealthSummary>('GET', '/health'),
    callControl<{ users: UserSummary[] }>('GET', '/users'),
  ])
  health.value = server
  users.value = all
}

/** Loads the scenario, and the plants, which can depend on the scenario. */
export async function loadScenario(): Promise<void> {
  const [state] = await Promise.all([callControl<ScenarioState>('GET', '/scenario'), loadPlants()])
  scenario.value = state
}

export async function loadPlants(): Promise<void> {
  const query = session.value === undefined ? '' : `?session=${encodeURIComponent(session.value)}`
  plants.value = await callControl<PlantsState>('GET', `/plants${query}`)
}

export async function loadSettings(): Promise<void> {
  showSettings(await callControl<Record<string, unknown>>('GET', '/settings'))
}

export async function clearSettings(): Promise<void> {
  const cleared = Object.fromEntries(changedSettings.value.map(([name]) => [name, null]))
  showSettings(await callControl<Record<string, unknown>>('PUT', '/settings', cleared))
}

/** Shows all settings except the scenario, which the headline shows. */
function showSettings({ scenario: _, ...others }: Record<string, unknown>): void {
  changedSettings.value = Object.entries(others)
}

/** Selects the session for later choices, and shows its plants. Without a name, choices apply to everybody. */
export function setSession(name: string): Promise<void> {
  session.value = name.trim() || undefined
  return loadPlants()
}

/** Chooses a scenario for everybody or for the chosen session. */
export async function chooseScenario(name: string): Promise<void> {
  try {
    await callControl('PUT', '/scenario', { scenario: name, session: session.value })
  } finally {
    // If the mock has refused the scenario, select the previous scenario again.
    await loadScenario()
  }
}

/** Ends the scenario of a session, which then gets the same scenario as everybody. */
export async function endSession(name: string): Promise<void> {
  await callControl('PUT', '/scenario', { scenario: null, session: name })
  await loadScenario()
}

/** Serves these plants to everybody or to the chosen session; null restores the usual plants. */
export async function givePlants(given: unknown): Promise<void> {
  await callControl('PUT', '/plants', { plants: given, session: session.value })
  await loadPlants()
}

/** Queues responses to the next requests from everybody or from the chosen session. The new responses replace all queued responses. */
export async function giveResponses(responses: readonly number[]): Promise<void> {
  await callControl('PUT', '/responses', { responses, session: session.value })
  await loadPlants()
}
