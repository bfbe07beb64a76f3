import { batch, computed, signal } from '@preact/signals'
import {
  callControl,
  type HealthSummary,
  type PlantsState,
  type ScenarioState,
  type SettingsChanges,
  type UserSummary,
} from './api.ts'
import { announce } from './notices.ts'

// What the page knows about the mock. Components that read a signal are drawn again when it changes.

export const health = signal<HealthSummary>({
  version: '',
  instanceId: '',
  startedAt: '',
  baseUrl: location.origin,
  contract: { title: '', version: '', sha256: '', path: '/plants', limitName: 'limit', examples: [] },
})
export const users = signal<readonly UserSummary[]>([])
export const scenario = signal<ScenarioState>({ scenario: '', sessions: {}, scenarios: [] })
export const settings = signal<SettingsChanges>({})
export const plants = signal<PlantsState>({ rule: '', responses: 0, users: [] })

/** The session that choices apply to; undefined for everybody, empty if it has no name yet. */
export const scope = signal<string | undefined>(undefined)

/** The base URL as this page reaches it. The mock may know itself by another host name. */
export const baseUrl = computed(
  () => location.origin + new URL(health.value.baseUrl).pathname.replace(/\/$/, ''),
)

/** The scenario that the chosen session uses. */
export const chosenScenario = computed(() => {
  const { scenario: common, sessions } = scenario.value
  return (scope.value === undefined ? undefined : sessions[scope.value]) ?? common
})

/** What decides about responses, as text, to see whether it has changed. */
export const served = computed(() => {
  const { scenario: common, sessions } = scenario.value
  return JSON.stringify([common, sessions, settings.value, plants.value.rule, plants.value.users])
})

/** Loads the users and the facts about the server. */
export async function loadServer(): Promise<void> {
  const [server, { users: all }] = await Promise.all([
    callControl<HealthSummary>('GET', '/health'),
    callControl<{ users: UserSummary[] }>('GET', '/users'),
  ])
  batch(() => {
    health.value = server
    users.value = all
  })
}

/** Loads the scenario, and the plants, which can depend on it. */
export async function loadScenario(): Promise<void> {
  const [state] = await Promise.all([callControl<ScenarioState>('GET', '/scenario'), loadPlants()])
  scenario.value = state
}

export async function loadPlants(): Promise<void> {
  const query = scope.value ? `?session=${encodeURIComponent(scope.value)}` : ''
  plants.value = await callControl<PlantsState>('GET', `/plants${query}`)
}

export async function loadSettings(): Promise<void> {
  settings.value = await callControl<SettingsChanges>('GET', '/settings')
}

/** Chooses for whom the next choices are, and shows the plants of that session. */
export function setScope(session: string | undefined): Promise<void> {
  scope.value = session
  return loadPlants()
}

/** Applies a scenario to everybody, or to the chosen session. */
export async function chooseScenario(name: string): Promise<void> {
  try {
    await callControl('PUT', '/scenario', { scenario: name, ...inScope() })
  } finally {
    // Also marks the scenario again that stays chosen if this one was refused.
    await loadScenario()
  }
  const { sessions } = scenario.value
  const everybody = Object.keys(sessions).length === 0 ? 'All sessions' : 'All other sessions'
  announce(
    scope.value === undefined
      ? `${everybody} now use scenario ${name}.`
      : `Session ${scope.value} now uses scenario ${name}.`,
  )
}

/** Lets a session use the scenario of everybody again. */
export async function endSession(session: string): Promise<void> {
  await callControl('PUT', '/scenario', { scenario: null, session })
  await loadScenario()
}

/** Serves these plants to everybody or to the chosen session; null serves the usual ones again. */
export async function givePlants(given: readonly unknown[] | null): Promise<void> {
  await callControl('PUT', '/plants', { plants: given, ...inScope() })
  await loadPlants()
}

/** Replaces the responses to the next requests, of everybody or of the chosen session. */
export async function giveResponses(responses: readonly number[]): Promise<void> {
  await callControl('PUT', '/responses', { responses, ...inScope() })
  await loadPlants()
}

export async function clearSettings(): Promise<void> {
  const names = Object.keys(settings.value).filter((name) => name !== 'scenario')
  const cleared = Object.fromEntries(names.map((name) => [name, null]))
  settings.value = await callControl<SettingsChanges>('PUT', '/settings', cleared)
}

function inScope(): { session?: string } {
  if (scope.value === '') throw new Error('enter a session name first')
  return scope.value === undefined ? {} : { session: scope.value }
}
