import type { Scenario, ScenarioGroup } from '../mock/scenarios/scenario.ts'
import type { SettingsChanges as Changes } from '../mock/scenarios/state.ts'
import type { MockWhen } from '../mock/upstream/upstream.ts'

export type { Entry, EntryDetails } from '../mock/control/journal.ts'
export type { ScenarioGroup } from '../mock/scenarios/scenario.ts'

/** Settings to change; null clears one. The scenario has its own path in the control API. */
export type SettingsChanges = Omit<Changes, 'scenario'>

/** `GET /__admin/health`, as far as the page shows it. */
export type HealthSummary = {
  version: string
  instanceId: string
  startedAt: string
  baseUrl: string
  contract: {
    title: string
    version: string
    sha256: string
    path: string
    limitName: string
    examples: readonly { name: string; status: number }[]
  }
  /** How pages of the server that the mock is in reach it. */
  page?: { baseUrl: string; envPrefix: string }
  /** The service behind the mock, and its responses that the mock replaces. */
  upstream?: { url: string; mockWhen: readonly MockWhen[] }
}

/** A user of `GET /__admin/users`. */
export type UserSummary = { name: string; token: string; plants: number }

/** A scenario of `GET /__admin/scenario`. */
export type ScenarioSummary = Pick<Scenario, 'name' | 'title'> & {
  group: ScenarioGroup
  preview: string
}

/** `GET /__admin/scenario`. */
export type ScenarioState = {
  scenario: string
  /** Sessions that have their own scenario. */
  sessions: Record<string, string>
  scenarios: ScenarioSummary[]
}

/** `GET /__admin/plants`: the first plants of each user, the rule that chose them, and how many given responses come first. */
export type PlantsState = {
  rule: string
  responses: number
  users: { name: string; total: number; plants: unknown[] }[]
}
