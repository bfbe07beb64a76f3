import type { Effects } from '../mock/scenarios/effects.ts'
import type { ScenarioGroup } from '../mock/scenarios/scenario.ts'

export type { Entry } from '../mock/control/entry.ts'

/** Settings to change; null clears one. The scenario has its own path in the control API. */
export type SettingsChanges = { [Name in keyof Effects]?: Effects[Name] | null } & { seed?: number | null }

/** `GET /__admin/health`, as far as the page shows it. */
export type HealthSummary = {
  version: string
  instanceId: string
  startedAt: string
  baseUrl: string
  contract: { title: string; version: string; sha256: string; path: string; limitName: string }
}

/** A user of `GET /__admin/users`. */
export type UserSummary = { name: string; token: string; plants: number }

/** `GET /__admin/scenario`. */
export type ScenarioState = {
  scenario: string
  /** Sessions that have their own scenario. */
  sessions: Record<string, string>
  scenarios: { name: string; title: string; group: ScenarioGroup; preview: string }[]
}
