import type { Finding, FindingVerdict, Report } from '../../judge/report.ts'

/** What a fleet's report says about one target: its own report without the details. */
export type FleetTarget = Pick<
  Report,
  | 'target'
  | 'startedAt'
  | 'durationMs'
  | 'requests'
  | 'verdict'
  | 'exitCode'
  | 'reasons'
  | 'summary'
  | 'baseline'
> & {
  /** The result of each check, by its id. A check that is missing here was not tested; `listed` is a problem that the baseline lists. */
  results: Record<string, FleetResult>
}

export type FleetResult = FindingVerdict | 'listed'

/** A check that was made on the targets. */
export type FleetCheck = Pick<Finding, 'id' | 'level' | 'title' | 'clause' | 'line' | 'fix'>

/** The result of testing several targets, as in the JSON report without `{name}` in its path. */
export type Fleet = Pick<
  Report,
  'schemaVersion' | 'kit' | 'contract' | 'startedAt' | 'durationMs' | 'requests' | 'verdict' | 'exitCode'
> & {
  /** Why the fleet itself is incomplete: the parts that are missing. */
  reasons: string[]
  /** Which parts of the fleet this is, if not all of them: of `count` parts those in `done`, counted from 1. */
  shards?: { count: number; done: number[] }
  /** Numbers of targets. */
  summary: { targets: number; conformant: number; violations: number; incomplete: number }
  /** In the order of importance. */
  checks: FleetCheck[]
  /** By name. */
  targets: FleetTarget[]
}
