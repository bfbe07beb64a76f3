import { pluralize } from '../../contract/words.ts'
import type { Verdict } from '../../judge/report.ts'
import type { Fleet, FleetTarget } from './fleet.ts'

/** What a fleet consists of. The rest of its report follows from it. */
type Parts = Pick<Fleet, 'kit' | 'contract' | 'checks' | 'targets'> & {
  shards?: Fleet['shards'] | undefined
  /** Whether parts that are missing make the fleet incomplete. */
  needsAll?: boolean
}

/** From the worst to the best, with the exit code of each. A violation counts, whatever else could not be tested. */
const VERDICTS = [
  ['violations', 1],
  ['incomplete', 3],
  ['conformant', 0],
] as const

/** The report of a fleet. Its verdict is the worst one of its targets. Pure: the same targets in another order are the same fleet. */
export function joinFleet({ kit, contract, checks, targets, shards, needsAll = false }: Parts): Fleet {
  const count = (verdict: Verdict): number => targets.filter((each) => each.verdict === verdict).length
  const reasons = shards && needsAll ? describeMissing(shards) : []
  const [verdict, exitCode] = VERDICTS.find(
    ([each]) => count(each) > 0 || (each === 'incomplete' && reasons.length > 0),
  ) ?? ['conformant', 0]
  const starts = targets.map(({ startedAt }) => Date.parse(startedAt))
  const ends = targets.map(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs)
  const start = starts.reduce((first, each) => Math.min(first, each), Number.POSITIVE_INFINITY)
  const end = ends.reduce((last, each) => Math.max(last, each), start)
  return {
    schemaVersion: 1,
    kit,
    contract,
    startedAt: new Date(start).toISOString(),
    durationMs: Math.round(end - start),
    requests: targets.reduce((sum, { requests }) => sum + requests, 0),
    verdict,
    exitCode,
    reasons,
    ...(shards && shards.done.length < shards.count && { shards }),
    summary: {
      targets: targets.length,
      conformant: count('conformant'),
      violations: count('violations'),
      incomplete: count('incomplete'),
    },
    checks,
    targets: targets.toSorted(compareNames),
  }
}

/** `server-2` comes before `server-10`. The same everywhere, whatever the language of the machine is. */
const names = new Intl.Collator('en', { numeric: true })

function compareNames({ target: one }: FleetTarget, { target: other }: FleetTarget): number {
  return names.compare(one.name, other.name) || (one.name < other.name ? -1 : 1)
}

function describeMissing({ count, done }: NonNullable<Fleet['shards']>): string[] {
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
    (each) => !done.includes(each),
  )
  if (missing.length === 0) return []
  return [
    `${pluralize(missing.length, 'shard')} of ${count} ${missing.length === 1 ? 'is' : 'are'} missing: ${missing.join(', ')}. Pass the JSON report of every shard to plant-store merge.`,
  ]
}
