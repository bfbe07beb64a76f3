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
  const byId = new Map(
    results.map(({ check, violations, passing }) => [
      check.id,
      { violating: new Set(violations.map(({ exchange }) => exchange)), passing: new Set(passing) },
    ]),
  )
  return results.map((result) => leaveOutExplained(result, byId))
}

/** The result of one of the checks. Judges only those others that may explain its violations. */
export function judgeCheck(
  check: Check,
  checks: readonly Check[],
  exchanges: readonly Exchange[],
  facts: Facts,
): CheckResult {
  const { explainedBy = [], after = [] } = check
  const others = checks.filter(({ id }) => explainedBy.includes(id) || after.includes(id))
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

/** The exchanges that each check has judged, by its id. */
type Judged = ReadonlyMap<string, { violating: ReadonlySet<Exchange>; passing: ReadonlySet<Exchange> }>

/** Leaves out violations that another check's violation explains in the same exchange, and those that a failing check in `after` blocks. */
function leaveOutExplained(result: CheckResult, judged: Judged): CheckResult {
  const { explainedBy = [], after = [] } = result.check
  const isViolating = (id: string, exchange: Exchange): boolean =>
    judged.get(id)?.violating.has(exchange) === true
  const isObstructing = (id: string, exchange: Exchange): boolean => {
    const { violating, passing } = judged.get(id) ?? {}
    return violating !== undefined && violating.size > 0 && passing?.has(exchange) !== true
  }
  const explained = result.violations.flatMap(({ exchange }) => {
    const obstacle = after.find((id) => isObstructing(id, exchange))
    const by = obstacle ?? explainedBy.find((id) => isViolating(id, exchange))
    return by === undefined ? [] : [{ exchange, by, isObstructed: obstacle !== undefined }]
  })
  if (explained.length === 0) return result
  const left = new Set(explained.map(({ exchange }) => exchange))
  const violations = result.violations.filter(({ exchange }) => !left.has(exchange))
  const isJudged = explained.every(({ isObstructed }) => !isObstructed)
  return {
    ...result,
    judged: isJudged ? countExchanges(violations) + result.passing.length : 0,
    violations,
    explained: [...Map.groupBy(explained, ({ by }) => by)].map(([by, all]) => ({
      by,
      seen: countExchanges(all),
    })),
  }
}

/** Counts exchanges of which some are listed several times. */
export function countExchanges(all: readonly { exchange: Exchange }[]): number {
  return new Set(all.map(({ exchange }) => exchange)).size
}

type FindCause = (result: CheckResult) => Cause | undefined

/** Leaves out the violations of a check that have the same cause as those of a check that may explain them. */
export function leaveOutSameCause(results: readonly CheckResult[], findCauseOf: FindCause): CheckResult[] {
  const byId = new Map(results.map((result) => [result.check.id, result]))
  return results.map((result) => {
    const { check, violations, passing } = result
    if (violations.length === 0) return result
    const main = check.explainedBy
      ?.flatMap((id) => byId.get(id) ?? [])
      .find((other) => other.violations.length > 0 && isSameCause(findCauseOf(other), findCauseOf(result)))
    if (!main) return result
    const explained = [{ by: main.check.id, seen: countExchanges(violations) }]
    return { ...result, judged: passing.length, violations: [], explained }
  })
}

/** Whether two causes name the same conditions. The value of a limit is no such cause: each check is about limits of its own. */
function isSameCause(one: Cause | undefined, other: Cause | undefined): boolean {
  const kind = one?.data.kind
  if (!one || !other || kind !== other.data.kind || kind === 'unknown' || kind === 'threshold') return false
  const [words, otherWords] = [one, other].map(({ traits }) => traits.map((trait) => trait.words).join())
  const isOnlyLimit = one.traits.length > 0 && one.traits.every(({ part }) => part === 'limit')
  return words === otherWords && !isOnlyLimit
}

/** The checks whose violations each check explains, by its id. Follows chains of explanations to the first check. */
export function listFollowers(results: readonly CheckResult[]): ReadonlyMap<string, readonly Follower[]> {
  const byId = new Map(results.map((result) => [result.check.id, result]))
  const findRoot = (id: string): string => {
    const cause = byId.get(id)
    const [next] = cause?.violations.length === 0 ? cause.explained : []
    return next === undefined ? id : findRoot(next.by)
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
