import type { HealthSummary, PlantsState, ScenarioState, SettingsChanges, UserSummary } from '../types.ts'

/** What the page knows about the mock, and whom the user is changing it for. */
export type ConsoleState = {
  scenario: ScenarioState
  settings: SettingsChanges
  plants: PlantsState
  users: readonly UserSummary[]
  health: HealthSummary
  /** The session that choices apply to; undefined for everybody, empty if it has no name yet. */
  scope: string | undefined
}

const state: ConsoleState = {
  scenario: { scenario: '', sessions: {}, scenarios: [] },
  settings: {},
  plants: { rule: '', responses: 0, users: [] },
  users: [],
  health: {
    version: '',
    instanceId: '',
    startedAt: '',
    baseUrl: location.origin,
    contract: { title: '', version: '', sha256: '', path: '/plants', limitName: 'limit', examples: [] },
  },
  scope: undefined,
}

type Listener = (state: Readonly<ConsoleState>) => void
const listeners: { names: readonly (keyof ConsoleState)[]; listener: Listener }[] = []

export function getState(): Readonly<ConsoleState> {
  return state
}

/** Changes the state, and calls the listeners of what changed. */
export function setState(changes: Partial<ConsoleState>): void {
  Object.assign(state, changes)
  for (const { names, listener } of listeners) if (names.some((name) => name in changes)) listener(state)
}

/** Calls a listener whenever one of these parts changes. */
export function onState(names: readonly (keyof ConsoleState)[], listener: Listener): void {
  listeners.push({ names, listener })
}

/** The base URL as this page reaches it. The mock may know itself by another host name. */
export function getBaseUrl(): string {
  return location.origin + new URL(state.health.baseUrl).pathname.replace(/\/$/, '')
}

/** The scenario that the chosen session uses. */
export function getChosenScenario({ scenario, scope }: Readonly<ConsoleState>): string {
  return (scope === undefined ? undefined : scenario.sessions[scope]) ?? scenario.scenario
}
