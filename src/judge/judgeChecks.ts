import { messageOf } from '../contract/words.ts'
import type { Cause } from './cause.ts'
import type { Check, CheckResult, Facts, FoundViolation } from './check.ts'
import type { EngineOutcome } from './engine.ts'
import type { Exchange } from './exchange.ts'
import type { Follower } from './report.ts'

/**
 * Applies every check to every exchange. Leaves out a violation that another check's violation explains, so that one cause is one
 * finding. If a check throws, it is inconclusive and `onError` gets the error; without `onError`, the error is thrown.
 */
export function judgeChecks(
  checks: readonly Check[],
  exchanges: readonly Exchange[],
  facts: Facts,
  onError?: ((error: unknown) => void) | undefined,
): CheckResult[] {
  const results = checks.map((check) => {
    try {
      return judgeAlone(check, exchanges, facts)
    } catch (error) {
      if (!onError) throw error
      onError(error)
      return { ...createResult(check), inconclusive: [`the kit itself failed: ${messageOf(error)}`] }
    }
  })
  const violating = new Map(
    results.map(({ check, violations }) => [check.id, new Set(violations.map(({ exchange }) => exchange))]),
  )
  return results.map((result) => leaveOutExplained(result, violating))
}

/** The result of one of the checks. Judges only those others that may explain its violations. */
export function judgeCheck(
  check: Check,
  checks: readonly Check[],
  exchanges: readonly Exchange[],
  facts: Facts,
): CheckResult {
  const { sameExchange = [], anywhere = [] } = check.explainedBy ?? {}
  const others = checks.filter(({ id }) => sameExchange.includes(id) || anywhere.includes(id))
  const [result] = judgeChecks([check, ...others], exchanges, facts)
  return result ?? createResult(check)
}

/** Whether the check reports the exchange. */
export function isViolated({ applies, judge }: Check, exchange: Exchange, facts: Facts): boolean {
  if (!applies(exchange, facts)) return false
  const outcome = judge(exchange, facts)
  return !('inconclusive' in outcome) && outcome.length > 0
}

function createResult(check: Check): CheckResult {
  return { check, judged: 0, violations: [], inconclusive: [], passing: [], explained: [] }
}

function judgeAlone(check: Check, exchanges: readonly Exchange[], facts: Facts): CheckResult {
  const violations: { exchange: Exchange; violation: FoundViolation }[] = []
  const inconclusive: string[] = []
  const passing: Exchange[] = []
  let judged = 0
  for (const exchange of exchanges) {
    if (!check.applies(exchange, facts)) continue
    const outcome = check.judge(exchange, facts)
    if ('inconclusive' in outcome) {
      inconclusive.push(outcome.inconclusive)
      continue
    }
    judged += 1
    if (outcome.length === 0) passing.push(exchange)
    for (const violation of outcome) violations.push({ exchange, violation })
  }
  return { ...createResult(check), judged, violations, passing, inconclusive }
}

function leaveOutExplained(
  result: CheckResult,
  violating: ReadonlyMap<string, ReadonlySet<Exchange>>,
): CheckResult {
  const { sameExchange = [], anywhere = [] } = result.check.explainedBy ?? {}
  const cause = anywhere.find((id) => (violating.get(id)?.size ?? 0) > 0)
  const explanations = result.violations.map(({ exchange }) => ({
    exchange,
    by: cause ?? sameExchange.find((id) => violating.get(id)?.has(exchange) === true),
  }))
  const violations = result.violations.filter((_, index) => explanations[index]?.by === undefined)
  if (violations.length === result.violations.length) return result
  const explained = [...Map.groupBy(explanations, ({ by }) => by)].flatMap(([by, all]) =>
    by === undefined ? [] : [{ by, seen: countExchanges(all) }],
  )
  const judged = cause === undefined ? countExchanges(violations) + result.passing.length : 0
  return { ...result, judged, violations, explained }
}

/** Counts exchanges of which some are listed several times. */
export function countExchanges(all: readonly { exchange: Exchange }[]): number {
  return new Set(all.map(({ exchange }) => exchange)).size
}

type Explain = (result: CheckResult) => Cause | undefined

/** Where one cause explains the violations of a check and of one that it names, they become violations of that one. */
export function joinSameCause(results: readonly CheckResult[], explain: Explain): CheckResult[] {
  const joined = new Map(results.map((result) => [result.check.id, result]))
  for (const { check, violations } of results) {
    const follower = joined.get(check.id)
    if (!follower || violations.length === 0) continue
    const main = check.explainedBy?.sameCause
      ?.flatMap((id) => joined.get(id) ?? [])
      .find((each) => each.violations.length > 0)
    const united = main && unite(main, follower, explain)
    if (!united) continue
    joined.set(main.check.id, united)
    joined.set(check.id, {
      ...follower,
      judged: follower.passing.length,
      violations: [],
      explained: [{ by: main.check.id, seen: countExchanges(violations) }],
    })
  }
  return [...joined.values()]
}

/** The main result with the violations of both, if one cause explains both. */
function unite(main: CheckResult, follower: CheckResult, explain: Explain): CheckResult | undefined {
  const [cause, own] = [explain(main), explain(follower)]
  if (isShared(cause) && isSame(cause, own)) return main
  const known = new Set(main.violations.map(({ exchange }) => exchange))
  const added = follower.violations.filter(({ exchange }) => !known.has(exchange))
  const violating = new Set(added.map(({ exchange }) => exchange))
  const passing = main.passing.filter((exchange) => !violating.has(exchange))
  const violations = [...main.violations, ...added]
  const both = { ...main, judged: passing.length + countExchanges(violations), violations, passing }
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
  const byRoot = Map.groupBy(all, ({ root }) => root)
  return new Map([...byRoot].map(([root, found]) => [root, found.map(({ follower }) => follower)]))
}

/** An engine's claims, compared with what the kit's checks find. */
type ConfirmedClaims = {
  /** What the checks find in the engine's exchanges, as far as the engine claims it, too. */
  confirmed: readonly CheckResult[]
  /** Claims that no check confirms for the response that the engine received. */
  rejected: readonly string[]
}

/**
 * Confirms a claim where a check finds the same part of the same response wrong. Proxies and client libraries have
 * mistakes of their own, and the server is not to blame for those.
 */
export function confirmClaims(
  checks: readonly Check[],
  { exchanges, claims }: EngineOutcome,
  facts: Facts,
  onError?: ((error: unknown) => void) | undefined,
): ConfirmedClaims {
  const accepted = new Set<EngineOutcome['claims'][number]>()
  const confirmed = judgeChecks(checks, exchanges, facts, onError).map((result) => ({
    ...result,
    violations: result.violations.filter(({ exchange, violation }) => {
      const matching = claims.filter(
        (claim) => exchanges[claim.exchange] === exchange && claim.about === findSubject(violation.pointer),
      )
      for (const claim of matching) accepted.add(claim)
      return matching.length > 0
    }),
  }))
  const rejected = claims
    .filter((claim) => !accepted.has(claim))
    .map(({ exchange, message }) => `${exchanges[exchange]?.probe.id}: ${message}`)
  return { confirmed, rejected }
}

/** The part of a response that a violation is about, in the words of a claim. */
function findSubject(pointer: string): EngineOutcome['claims'][number]['about'] | undefined {
  if (pointer === 'status' || pointer === 'response') return 'status'
  if (pointer === 'Content-Type') return 'media type'
  return pointer === '' || pointer === 'body' || pointer.startsWith('/') ? 'body' : undefined
}
