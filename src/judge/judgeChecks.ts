import { messageOf } from '../contract/words.ts'
import type { Check, Facts } from './check.ts'
import { createJudge, type Judge } from './createJudge.ts'
import type { Exchange } from './exchange.ts'
import { limitTime, TimeLimitError } from './limitTime.ts'
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

/**
 * Milliseconds: `together` for all checks, which usually take a fraction of this; if they need more, `alone` for each of them,
 * and `inTotal` for all of them.
 */
type Limits = { together: number; alone: number; inTotal: number }

const USUAL: Limits = { together: 5_000, alone: 2_000, inTotal: 20_000 }
/** For a run that was stopped. It should end at once. */
const STOPPED: Limits = { together: 500, alone: 100, inTotal: 200 }

export type JudgeOptions = {
  onError?: ((error: unknown) => void) | undefined
  /** The run was stopped. */
  isStopped?: boolean
}

/**
 * Applies every check to every exchange. Leaves out a violation that another check's violation in the same exchange
 * explains, so that one cause is one finding. If a check throws, it is inconclusive and `onError` gets the error; without
 * `onError`, the error is thrown. A check that takes too long is stopped, and is inconclusive too; it has less time if the
 * run was stopped.
 */
export function judgeChecks(
  checks: readonly Check[],
  exchanges: readonly Exchange[],
  facts: Facts,
  { onError, isStopped = false }: JudgeOptions = {},
): CheckResult[] {
  const judgeSafely = (check: Check, run: () => CheckResult): CheckResult => {
    try {
      return run()
    } catch (error) {
      const isSlow = error instanceof TimeLimitError
      if (!isSlow && !onError) throw error
      if (!isSlow) onError?.(error)
      const why = isSlow ? 'the kit gave up judging the responses' : 'the kit itself failed'
      const inconclusive = [`${why}: ${messageOf(error)}`]
      return { check, judged: 0, violations: [], passing: [], explained: [], inconclusive }
    }
  }
  const judgeOne = createJudge(facts, exchanges)
  const results = limitChecks(checks, isStopped ? STOPPED : USUAL, (check, limit) =>
    judgeSafely(check, () => limit(() => judgeCheck(check, exchanges, judgeOne))),
  )
  const violating = new Map(
    results.map(({ check, violations }) => [check.id, new Set(violations.map(({ exchange }) => exchange))]),
  )
  return results.map((result) => leaveOutExplained(result, violating))
}

type Limit = <Result>(run: () => Result) => Result

/** Judges all checks within one time limit, because a limit costs time itself. If that is not enough, judges each within its own. */
function limitChecks(
  checks: readonly Check[],
  { together, alone, inTotal }: Limits,
  judgeOne: (check: Check, limit: Limit) => CheckResult,
): CheckResult[] {
  try {
    return limitTime(together, () => checks.map((check) => judgeOne(check, (run) => run())))
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error
  }
  const end = performance.now() + inTotal
  return checks.map((check) => {
    const left = Math.max(1, Math.ceil(end - performance.now()))
    return judgeOne(check, (run) => limitTime(Math.min(alone, left), run))
  })
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
