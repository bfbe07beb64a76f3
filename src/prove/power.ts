import type { Level } from '../harness/report.ts'

/** What docs/power.md records: the result for every implementation. */
export type Power = { faults: FaultRow[]; variations: VariationRow[] }

/** One faulty server. `alone` has a result for each engine of `otherEngines`. */
export type FaultRow = {
  id: string
  title: string
  check: string
  level: Level
  kit: string
  alone: readonly string[]
}

/** One valid server. */
export type VariationRow = { id: string; title: string; kit: string; alone: readonly string[] }

/** The words in the table. */
export const CELL = {
  reported: 'reported',
  missed: 'MISSED',
  notReported: '–',
  passed: 'passed',
  incomplete: 'incomplete',
  falseAlarm: 'false alarm',
  noResult: 'no result',
} as const
