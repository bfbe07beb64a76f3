import type { Check, Facts } from '../check.ts'
import type { Exchange } from '../exchange.ts'
import type { Violation } from '../report.ts'

/** What a check makes of a transcript. */
export type CheckResult = {
  check: Check
  /** How many exchanges said something about it. */
  judged: number
  violations: readonly { exchange: Exchange; violation: Violation }[]
  /** Why some of them could not be told. */
  inconclusive: readonly string[]
  /** The check whose violation explains the violations that this one had. */
  explainedBy?: string
  /** How often each probe was judged, by its id. */
  attempts: ReadonlyMap<string, number>
  /** An exchange of each probe that kept the promise, by the probe's id. */
  sound: ReadonlyMap<string, Exchange>
}

/**
 * Holds every check against every exchange. A violation that another check's violation in the same exchange explains is left
 * out: one cause is one finding.
 */
export function judgeChecks(
  checks: readonly Check[],
  exchanges: readonly Exchange[],
  facts: Facts,
): CheckResult[] {
  const judged = checks.map((check) => judgeCheck(check, exchanges, facts))
  const broken = new Map(
    judged.map((each) => [each.check.id, new Set(each.violations.map(({ exchange }) => exchange))]),
  )
  return judged.map((each) => {
    const cause = each.check.impliedBy?.find((id) => (broken.get(id)?.size ?? 0) > 0)
    if (cause !== undefined && each.violations.length > 0)
      return { ...each, judged: 0, violations: [], explainedBy: cause }
    const violations = each.violations.filter(
      ({ exchange }) => !each.check.supersededBy?.some((id) => broken.get(id)?.has(exchange) === true),
    )
    return { ...each, violations }
  })
}

function judgeCheck(check: Check, exchanges: readonly Exchange[], facts: Facts): CheckResult {
  const violations: { exchange: Exchange; violation: Violation }[] = []
  const inconclusive: string[] = []
  const attempts = new Map<string, number>()
  const sound = new Map<string, Exchange>()
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
    if (outcome.length === 0) sound.set(id, exchange)
    for (const violation of outcome) violations.push({ exchange, violation })
  }
  return { check, judged, violations, inconclusive, attempts, sound }
}
