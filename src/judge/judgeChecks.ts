import { messageOf } from '../contract/words.ts'
import type { Check, Facts } from './check.ts'
import { createJudge, type Judge } from './createJudge.ts'
import type { Exchange } from './exchange.ts'
import type { Violation } from './report.ts'

/** The result of one check on a list of exchanges. */
export type CheckResult = {
  check: Check
  /** How many exchanges the check could judge. */
  judged: number
  violations: readonly { exchange: Exchange; violation: Violation }[]
  /** Why it could not judge others to which it applies. */
  inconclusive: readonly string[]
  /** The exchanges without a violation. */
  passing: readonly Exchange[]
  /** Violations that were left out because other checks' violations explain them. */
  explained: readonly Explained[]
}

/** A check whose violations explain this many of another check's exchanges. */
type Explained = { by: string; seen: number }

export type JudgeOptions = {
  onError?: ((error: unknown) => void) | undefined
}

/**
 * Applies every check to every exchange. Leaves out a violation that another check's violation in the same exchange
 * explains, so that one cause is one finding. If a check throws, it is inconclusive and `onError` gets the error; without
 * `onError`, the error is thrown.
 */
export function judgeChecks(
  checks: readonly Check[],
  exchanges: readonly Exchange[],
  facts: Facts,
  { onError }: JudgeOptions = {},
): CheckResult[] {
  const judgeOne = createJudge(facts, exchanges)
  const results = checks.map((check) => {
    try {
      return judgeCheck(check, exchanges, judgeOne)
    } catch (error) {
      if (!onError) throw error
      onError(error)
      const inconclusive = [`the kit itself failed: ${messageOf(error)}`]
      return { check, judged: 0, violations: [], passing: [], explained: [], inconclusive }
    }
  })
  const violating = new Map(
    results.map(({ check, violations }) => [check.id, new Set(violations.map(({ exchange }) => exchange))]),
  )
  return results.map((result) => leaveOutExplained(result, violating))
}

function leaveOutExplained(
  result: CheckResult,
  violating: ReadonlyMap<string, ReadonlySet<Exchange>>,
): CheckResult {
  const { impliedBy = [], supersededBy = [] } = result.check
  const cause = impliedBy.find((id) => (violating.get(id)?.size ?? 0) > 0)
  const explanations = result.violations.map(({ exchange }) => ({
    exchange,
    by: cause ?? supersededBy.find((id) => violating.get(id)?.has(exchange) === true),
  }))
  const violations = result.violations.filter((_, index) => explanations[index]?.by === undefined)
  if (violations.length === result.violations.length) return result
  const explained = [...Map.groupBy(explanations, ({ by }) => by)].flatMap(([by, all]) =>
    by === undefined ? [] : [{ by, seen: new Set(all.map(({ exchange }) => exchange)).size }],
  )
  const seen = new Set(violations.map(({ exchange }) => exchange)).size
  const judged = cause === undefined ? seen + result.passing.length : 0
  return { ...result, judged, violations, explained }
}

function judgeCheck(check: Check, exchanges: readonly Exchange[], judgeOne: Judge): CheckResult {
  const violations: { exchange: Exchange; violation: Violation }[] = []
  const inconclusive: string[] = []
  const passing: Exchange[] = []
  let judged = 0
  const judgeAt = judgeOne(check)
  for (const [index, exchange] of exchanges.entries()) {
    const outcome = judgeAt(index)
    if (outcome === undefined) continue
    if ('inconclusive' in outcome) {
      inconclusive.push(outcome.inconclusive)
      continue
    }
    judged += 1
    if (outcome.length === 0) passing.push(exchange)
    for (const violation of outcome) violations.push({ exchange, violation })
  }
  return { check, judged, violations, passing, explained: [], inconclusive }
}
