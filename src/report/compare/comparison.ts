import type { FindingVerdict, Level, Report } from '../../judge/report.ts'

/** One of the two reports. */
export type Side = Pick<Report, 'target' | 'startedAt' | 'verdict' | 'exitCode'> & {
  plan: 'full' | 'monitor'
}

/** A check whose result differs. */
export type Change = {
  check: string
  level: Level
  title: string
  before: FindingVerdict
  after: FindingVerdict
  /** The first violation, of the worse of the two. */
  message?: string
}

/** Something that the contract leaves open, and what the server did then and does now. */
export type Behaviour = { what: string; before: string; after: string }

/** What differs between two reports, as in the JSON of `plant-store compare`. */
export type Comparison = {
  schemaVersion: 1
  before: Side
  after: Side
  /** Checks that fail or warn now, and did not before. */
  worse: Change[]
  better: Change[]
  behaviour: Behaviour[]
  /**
   * Checks that cannot be compared, whatever their verdicts are: only one of the runs judged them, or only the full plan sent the
   * requests that a violation needs.
   */
  unclear: Change[]
  /** The ids of checks that fail or warn as before. */
  unchanged: string[]
  /** 1 if a check got worse and that is to fail, 3 if that cannot be told because a run was incomplete, and otherwise 0. */
  exitCode: 0 | 1 | 3
  /** What else was different: the kit, the contract, the plan, what was asked of the run. Sentences. */
  runs: string[]
}
