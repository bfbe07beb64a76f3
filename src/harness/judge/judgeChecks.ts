import { messageOf } from '../../contract/errors.ts'
import type { Check, Facts } from '../check.ts'
import type { Exchange } from '../exchange.ts'
import type { Violation } from '../report.ts'

/** The result of one check on a list of exchanges. */
export type CheckResult = {
  check: Check
  /** How many exchanges the check could judge. */
  judged: number
  violations: readonly { exchange: Exchange; violation: Violation }[]
  /** Why it could not judge others to which it applies. */
  inconclusive: readonly string[]
  /** The check whose violation explains all violations of this one. They are left out. */
  explainedBy?: string
  /** How often each probe was judged, by its id. */
  attempts: ReadonlyMap<string, number>
  /** An exchange of each probe that passed, by the probe's id. */
  passed: ReadonlyMap<string, Exchange>
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
  onError?: (error: unknown) => void,
): CheckResult[] {
  const results = checks.map((check) => {
    try {
      return judgeCheck(check, exchanges, facts)
    } catch (error) {
      if (!onError) throw error
      onError(error)
      const inconclusive = [`the kit itself failed: ${messageOf(error)}`]
      return { check, judged: 0, violations: [], inconclusive, attempts: new Map(), passed: new Map() }
    }
  })
  const violating = new Map(
    results.map(({ check, violations }) => [check.id, new Set(violations.map(({ exchange }) => exchange))]),
  )
  return results.map((result) => {
    const { check } = result
    const cause = check.impliedBy?.find((id) => (violating.get(id)?.size ?? 0) > 0)
    if (cause !== undefined && result.violations.length > 0)
      return { ...result, judged: 0, violations: [], explainedBy: cause }
    const violations = result.violations.filter(
      ({ exchange }) => !check.supersededBy?.some((id) => violating.get(id)?.has(exchange) === true),
    )
    return { ...result, violations }
  })
}

function judgeCheck(check: Check, exchanges: readonly Exchange[], facts: Facts): CheckResult {
  const violations: { exchange: Exchange; violation: Violation }[] = []
  const inconclusive: string[] = []
  const attempts = new Map<string, number>()
  const passed = new Map<string, Exchange>()
  let judged = 0
  for (const exchange of exchanges) {
    if (!check.applies(exchange, facts)) continue
    const outcome = check.judge(exchange, facts)
    if ('inconclusive' in outcome) {
      inconclusive.push(outcome.inconclusive)
      continue
    }
    judged += 1
    const { id } = exchange.probe
    attempts.set(id, (attempts.get(id) ?? 0) + 1)
    if (outcome.length === 0) passed.set(id, exchange)
    for (const violation of outcome) violations.push({ exchange, violation })
  }
  return { check, judged, violations, inconclusive, attempts, passed }
}
