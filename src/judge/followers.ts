import type { Cause } from './cause.ts'
import type { CheckResult } from './judgeChecks.ts'
import type { Follower } from './report.ts'

type Explain = (result: CheckResult) => Cause | undefined

/** Where one cause explains the violations of a check and of one that it names, they become violations of that one. */
export function joinSameCause(results: readonly CheckResult[], explain: Explain): CheckResult[] {
  const joined = new Map(results.map((result) => [result.check.id, result]))
  for (const { check, violations } of results) {
    const follower = joined.get(check.id)
    if (!follower || violations.length === 0) continue
    const main = check.sameCauseAs
      ?.flatMap((id) => joined.get(id) ?? [])
      .find((each) => each.violations.length > 0)
    const united = main && unite(main, follower, explain)
    if (!united) continue
    const seen = new Set(violations.map(({ exchange }) => exchange)).size
    joined.set(main.check.id, united)
    joined.set(check.id, {
      ...follower,
      judged: follower.passing.length,
      violations: [],
      explained: [{ by: main.check.id, seen }],
    })
  }
  return [...joined.values()]
}

/** The main result with the violations of both, if one cause explains both. */
function unite(main: CheckResult, follower: CheckResult, explain: Explain): CheckResult | undefined {
  const [cause, own] = [explain(main), explain(follower)]
  if (isShared(cause) && isSame(cause, own)) return main
  const both = join(main, follower)
  // Both come and go.
  if (cause?.data.kind === 'intermittent' && own?.data.kind === 'intermittent') return both
  const common = explain(both)
  return isShared(common) && (!isShared(cause) || isSame(common, cause)) ? both : undefined
}

/** Whether two causes name the same. How often it happens may differ. */
function isSame(one: Cause | undefined, other: Cause | undefined): boolean {
  if (!one || one.data.kind !== other?.data.kind) return false
  const [keys, otherKeys] = [one, other].map(({ traits }) => traits.map(({ key }) => key).join())
  return keys === otherKeys
}

function join(main: CheckResult, follower: CheckResult): CheckResult {
  const violating = new Set(follower.violations.map(({ exchange }) => exchange))
  const known = new Set(main.violations.map(({ exchange }) => exchange))
  const passing = main.passing.filter((exchange) => !violating.has(exchange))
  const violations = [
    ...main.violations,
    ...follower.violations.filter(({ exchange }) => !known.has(exchange)),
  ]
  return { ...main, judged: passing.length + new Set([...known, ...violating]).size, violations, passing }
}

/** Whether a cause is clear, and about something else than the value of a limit. */
function isShared(cause: Cause | undefined): boolean {
  if (!cause || ['intermittent', 'unknown', 'threshold'].includes(cause.data.kind)) return false
  return cause.traits.length === 0 || cause.traits.some(({ dimension }) => dimension !== 'limit')
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
