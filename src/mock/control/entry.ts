import type { WireFault } from '../scenarios/effects.ts'

/** A request and how it was answered. */
export type Entry = {
  /** Counts up from 1 over the life of the mock. */
  id: number
  /** When the request was received: ISO 8601. */
  loggedDate: string
  method: string
  /** Path and query, with secrets masked. */
  url: string
  session: string
  status: number
  rule: string
  scenario: string
  /** The preferences that had an effect, as in `Preference-Applied`. */
  applied: readonly string[]
  delayMs: number
  fault?: WireFault
  hint?: string
  /** False if nothing is served at that path. */
  matched: boolean
  /** By lower-case name, with secrets masked. */
  headers: Readonly<Record<string, string>>
}
