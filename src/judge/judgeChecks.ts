import { messageOf } from '../contract/words.ts'
import type { Analyse } from './body/analyseResponse.ts'
import type { Check, CheckResult, Facts, Violated } from './check.ts'
import { type Exchange, isPlantsAnswer, userOf } from './exchange.ts'
import type { Claim, EngineOutcome, Outage } from './transcript.ts'
import type { Expectations } from './verifyOptions.ts'

/** Gathers the facts about the whole transcript that the checks need. */
export function gatherFacts(
  exchanges: readonly Exchange[],
  analyse: Analyse,
  expectations?: Expectations,
  outages: readonly Outage[] = [],
): Facts {
  const served = exchanges.filter(isPlantsAnswer)
  const lists = served.filter(({ probe }) => probe.credential.kind === 'valid')
  const all = lists.flatMap((list) => analyse(list).count ?? [])
  const plain = lists.flatMap((list) => (list.probe.limit === 'absent' ? (analyse(list).count ?? []) : []))
  return {
    exchanges,
    plants: all.length === 0 ? undefined : Math.max(...all),
    fewest: plain.length === 0 ? undefined : Math.min(...plain),
    served: lists.length > 0,
    usersServed: new Set(served.map(({ probe }) => userOf(probe.credential))),
    expectations,
    outages,
    analyse,
  }
}

/**
 * Applies every check to every exchange. Skips violations that the violation of another check explains, so that each cause leads to one
 * finding. A check that throws is inconclusive, and `onError` gets the error; without `onError`, the error is thrown.
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
      return { ...judgeAlone(check, [], facts), inconclusive: [`the kit itself failed: ${messageOf(error)}`] }
    }
  })
  return results.map((result) => leaveOutExplained(result, results))
}

/** Returns the result of one check. Of all other checks, judges only the checks that may explain this check's violations. */
export function judgeCheck(check: Check, checks: readonly Check[], facts: Facts): CheckResult {
  const { explainedBy = [], after = [] } = check
  const others = checks.filter(({ id }) => explainedBy.includes(id) || after.includes(id))
  const judge = (each: Check): CheckResult => judgeAlone(each, facts.exchanges, facts)
  return leaveOutExplained(judge(check), others.map(judge))
}

/** Whether the check finds a violation in the exchange. */
export const isViolated = (check: Check, exchange: Exchange, facts: Facts): boolean =>
  judgeAlone(check, [exchange], facts).violations.length > 0

function judgeAlone(check: Check, exchanges: readonly Exchange[], facts: Facts): CheckResult {
  const violations: Violated[] = []
  const passing: Exchange[] = []
  const inconclusive: string[] = []
  for (const exchange of exchanges.filter((each) => check.applies(each, facts))) {
    const outcome = check.judge(exchange, facts)
    if ('inconclusive' in outcome) inconclusive.push(outcome.inconclusive)
    else if (outcome.length === 0) passing.push(exchange)
    else violations.push(...outcome.map((violation) => ({ exchange, violation })))
  }
  const judged = countExchanges(violations) + passing.length
  return { check, judged, violations, passing, inconclusive, explained: [] }
}

/** Skips a violation if another check's violation in the same exchange, or a failing check in `after`, explains it. */
function leaveOutExplained(result: CheckResult, results: readonly CheckResult[]): CheckResult {
  const { explainedBy = [], after = [] } = result.check
  const find = (id: string): CheckResult | undefined => results.find(({ check }) => check.id === id)
  const isObstacle = (id: string, exchange: Exchange): boolean => {
    const { violations = [], passing = [] } = find(id) ?? {}
    return violations.length > 0 && !passing.includes(exchange)
  }
  const explains = (id: string, exchange: Exchange): boolean =>
    find(id)?.violations.some((each) => each.exchange === exchange) === true
  const explain = ({ exchange }: Violated): string | undefined =>
    after.find((id) => isObstacle(id, exchange)) ?? explainedBy.find((id) => explains(id, exchange))
  const groups = Map.groupBy(result.violations, explain)
  const violations = groups.get(undefined) ?? []
  if (violations.length === result.violations.length) return result
  groups.delete(undefined)
  return {
    ...result,
    judged: after.some((id) => groups.has(id)) ? 0 : countExchanges(violations) + result.passing.length,
    violations,
    explained: [...groups].map(([by = '', all]) => ({ by, seen: countExchanges(all) })),
  }
}

/** Counts distinct exchanges, because an exchange may be listed several times. */
export const countExchanges = (all: readonly Violated[]): number =>
  new Set(all.map(({ exchange }) => exchange)).size

/** Confirms an engine's claims that agree with a check's violation. Rejects other claims: the engine's own proxy may have caused them. */
export function confirmClaims(results: readonly CheckResult[], { exchanges, claims }: EngineOutcome) {
  const matches = (claim: Claim, { exchange, violation }: Violated): boolean =>
    exchanges[claim.exchange] === exchange && claim.about === findSubject(violation.pointer)
  const confirmed = results.map((result) => ({
    ...result,
    violations: result.violations.filter((each) => claims.some((claim) => matches(claim, each))),
  }))
  const violations = confirmed.flatMap((result) => result.violations)
  const rejected = claims.filter((claim) => !violations.some((each) => matches(claim, each)))
  return { confirmed, rejected: rejected.map(({ message }) => message) }
}

/** Returns the part of a response that a violation is about, with the name that claims use for this part. */
function findSubject(pointer: string): Claim['about'] | undefined {
  if (pointer === 'status' || pointer === 'response') return 'status'
  if (pointer === 'Content-Type') return 'media type'
  return pointer === '' || pointer === 'body' || pointer.startsWith('/') ? 'body' : undefined
}
