import type { Level } from '../judge/report.ts'

/** What docs/power.md records: the result for every implementation, and the mutation score. */
export type Power = { faults: FaultRow[]; variations: VariationRow[]; mutants: MutantRow[] }

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

/** How many mutants one sound server has, and what the kit said about them. */
export type MutantRow = { id: string; title: string } & Record<MutantCount, number>

/** The columns of counts. All but the first add up to the first. */
export const mutantCounts = [
  'mutants',
  'killed',
  'equivalent',
  'not checked',
  'survived',
  'false kills',
] as const

export type MutantCount = (typeof mutantCounts)[number]

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
