/** What the control API tells, as far as this page shows it. */

export type Health = {
  version: string
  instanceId: string
  startedAt: string
  baseUrl: string
  contract: { title: string; version: string; sha256: string }
}

export type User = { name: string; token: string; plants: number }

export type Scenarios = {
  scenario: string
  /** Sessions that have a scenario of their own. */
  sessions: Record<string, string>
  scenarios: { name: string; title: string }[]
}

type DelayDistribution =
  | { type: 'uniform'; lower: number; upper: number }
  | { type: 'lognormal'; median: number; sigma: number; maxValue?: number }

export type Settings = {
  fixedDelay?: number | null
  delayDistribution?: DelayDistribution | null
  chunkedDribbleDelay?: { numberOfChunks: number; totalDuration: number } | null
  fault?: string | null
  rate?: number | null
  code?: number | null
  message?: string | null
  seed?: number | null
}

/** A request that the mock got. */
export type Entry = {
  id: number
  loggedDate: string
  method: string
  url: string
  session: string
  status: number
  rule: string
  scenario: string
  applied: string[]
  delayMs: number
  fault?: string
  hint?: string
  matched: boolean
  headers: Record<string, string>
}
