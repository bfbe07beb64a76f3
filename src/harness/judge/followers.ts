import type { Cause } from '../cause/cause.ts'
import type { Follower } from '../report.ts'
import type { CheckResult } from './judgeChecks.ts'

/** Leaves out violations of a check that has the same cause as a check that it names. */
export function leaveOutSameCause(
  results: readonly CheckResult[],
  explain: (result: CheckResult) => Cause | undefined,
): CheckResult[] {
  const byId = new Map(results.map((result) => [result.check.id, result]))
  return results.map((result) => {
    const { check, violations } = result
    if (violations.length === 0) return result
    const by = check.sameCauseAs?.find((id) => {
      const other = byId.get(id)
      return other !== undefined && isSameCause(explain(result), explain(other))
    })
    if (by === undefined) return result
    const seen = new Set(violations.map(({ exchange }) => exchange)).size
    return { ...result, judged: result.passing.length, violations: [], explained: [{ by, seen }] }
  })
}

function isSameCause(one: Cause | undefined, other: Cause | undefined): boolean {
  if (!one || !other || one.kind === 'none' || one.kind === 'probes' || one.kind === 'open') return false
  return one.when === other.when
}

/** The checks that follow from each check, by its id. If a cause follows from another one, that one counts. */
export function listFollowers(results: readonly CheckResult[]): ReadonlyMap<string, readonly Follower[]> {
  const byId = new Map(results.map((result) => [result.check.id, result]))
  const findRoot = (id: string, depth = 0): string => {
    const cause = byId.get(id)
    const [next] = cause?.violations.length === 0 ? cause.explained : []
    return next === undefined || depth > results.length ? id : findRoot(next.by, depth + 1)
  }
  const all = results.flatMap(({ check, explained }) =>
    explained.map(({ by, seen }) => ({ root: findRoot(by), follower: { check: check.id, seen } })),
  )
  return new Map(
    [...Map.groupBy(all, ({ root }) => root)].map(([root, found]) => [
      root,
      found.map(({ follower }) => follower),
    ]),
  )
}
