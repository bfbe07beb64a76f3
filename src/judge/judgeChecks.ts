import { messageOf } from '../contract/words.ts'
import type { Analyse } from './body/analyseResponse.ts'
import type { Check, CheckResult, Facts } from './check.ts'
import { type Exchange, isPlantsAnswer, userOf } from './exchange.ts'
import type { EngineOutcome, Outage } from './transcript.ts'
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
 * Applies every check to every exchange. Skips violations that another check's violation explains, so that one cause is one finding. A
 * check that throws is inconclusive, and `onError` gets the error; without `onError`, the error is thrown.
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

/** Returns the result of one check. Of the other checks, judges only those that may explain this check's violations. */
export function judgeCheck(
  check: Check,
  checks: readonly Check[],
  exchanges: readonly Exchange[],
  facts: Facts,
): CheckResult {
  const { explainedBy = [], after = [] } = check
  const others = checks.filter(({ id }) => explainedBy.includes(id) || after.includes(id))
  return leaveOutExplained(
    judgeAlone(check, exchanges, facts),
    others.map((other) => judgeAlone(other, exchanges, facts)),
  )
}

/** Whether the check reports the exchange. */
export function isViolated(check: Check, exchange: Exchange, facts: Facts): boolean {
  return judgeAlone(check, [exchange], facts).violations.length > 0
}

function judgeAlone(check: Check, exchanges: readonly Exchange[], facts: Facts): CheckResult {
  const judged = exchanges
    .filter((exchange) => check.applies(exchange, facts))
    .map((exchange) => ({ exchange, outcome: check.judge(exchange, facts) }))
  const inconclusive = judged.flatMap(({ outcome }) =>
    'inconclusive' in outcome ? outcome.inconclusive : [],
  )
  return {
    check,
    judged: judged.length - inconclusive.length,
    violations: judged.flatMap(({ exchange, outcome }) =>
      'inconclusive' in outcome ? [] : outcome.map((violation) => ({ exchange, violation })),
    ),
    passing: judged.flatMap(({ exchange, outcome }) =>
      'inconclusive' in outcome || outcome.length > 0 ? [] : exchange,
    ),
    inconclusive,
    explained: [],
  }
}

/** Skips violations that another check's violation explains in the same exchange, and violations that a failing check in `after` blocks. */
function leaveOutExplained(result: CheckResult, results: readonly CheckResult[]): CheckResult {
  const { explainedBy = [], after = [] } = result.check
  const find = (id: string): CheckResult | undefined => results.find(({ check }) => check.id === id)
  const explained = result.violations.flatMap(({ exchange }) => {
    const obstacle = after.find((id) => {
      const { violations = [], passing = [] } = find(id) ?? {}
      return violations.length > 0 && !passing.includes(exchange)
    })
    const by =
      obstacle ?? explainedBy.find((id) => find(id)?.violations.some((each) => each.exchange === exchange))
    return by === undefined ? [] : [{ exchange, by, isObstructed: obstacle !== undefined }]
  })
  if (explained.length === 0) return result
  const left = new Set(explained.map(({ exchange }) => exchange))
  const violations = result.violations.filter(({ exchange }) => !left.has(exchange))
  const isObstructed = explained.some((each) => each.isObstructed)
  return {
    ...result,
    judged: isObstructed ? 0 : countExchanges(violations) + result.passing.length,
    violations,
    explained: [...Map.groupBy(explained, ({ by }) => by)].map(([by, all]) => ({
      by,
      seen: countExchanges(all),
    })),
  }
}

/** Counts distinct exchanges, because an exchange may be listed several times. */
export function countExchanges(all: readonly { exchange: Exchange }[]): number {
  return new Set(all.map(({ exchange }) => exchange)).size
}

/**
 * Confirms a claim if a check reports the same part of the same response. All other claims are rejected: proxies and client libraries have
 * bugs of their own, for which the server is not to blame.
 */
export function confirmClaims(
  checks: readonly Check[],
  { exchanges, claims }: EngineOutcome,
  facts: Facts,
  onError?: ((error: unknown) => void) | undefined,
): { confirmed: readonly CheckResult[]; rejected: readonly string[] } {
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
  const rejected = claims.filter((claim) => !accepted.has(claim)).map(({ message }) => message)
  return { confirmed, rejected }
}

/** Names the part of a response that a violation is about, in the terms that claims use. */
function findSubject(pointer: string): EngineOutcome['claims'][number]['about'] | undefined {
  if (pointer === 'status' || pointer === 'response') return 'status'
  if (pointer === 'Content-Type') return 'media type'
  return pointer === '' || pointer === 'body' || pointer.startsWith('/') ? 'body' : undefined
}
