import type { Breach, Check, Facts } from '../check.ts'
import type { Exchange } from '../exchange.ts'

/** What a check makes of a transcript. */
export type Judged = {
  check: Check
  /** How many exchanges said something about it. */
  judged: number
  breaches: readonly { exchange: Exchange; breach: Breach }[]
  /** Why some of them could not be told. */
  inconclusive: readonly string[]
  /** The check whose breach explains the breaches that this one had. */
  explainedBy?: string
  /** How often each probe was judged, by its id. */
  attempts: ReadonlyMap<string, number>
  /** An exchange of each probe that kept the promise, by the probe's id. */
  sound: ReadonlyMap<string, Exchange>
}

/**
 * Holds every check against every exchange. A breach that another check's breach in the same exchange explains is left
 * out: one cause is one finding.
 */
export function judgeChecks(
  checks: readonly Check[],
  exchanges: readonly Exchange[],
  facts: Facts,
): Judged[] {
  const judged = checks.map((check) => judgeCheck(check, exchanges, facts))
  const broken = new Map(
    judged.map((each) => [each.check.id, new Set(each.breaches.map(({ exchange }) => exchange))]),
  )
  return judged.map((each) => {
    const cause = each.check.impliedBy?.find((id) => (broken.get(id)?.size ?? 0) > 0)
    if (cause !== undefined && each.breaches.length > 0)
      return { ...each, judged: 0, breaches: [], explainedBy: cause }
    const breaches = each.breaches.filter(
      ({ exchange }) => !each.check.after?.some((id) => broken.get(id)?.has(exchange) === true),
    )
    return { ...each, breaches }
  })
}

function judgeCheck(check: Check, exchanges: readonly Exchange[], facts: Facts): Judged {
  const breaches: { exchange: Exchange; breach: Breach }[] = []
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
    for (const breach of outcome) breaches.push({ exchange, breach })
  }
  return { check, judged, breaches, inconclusive, attempts, sound }
}
