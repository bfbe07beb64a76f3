import type { Analyse } from './body/analyseResponse.ts'
import type { Facts } from './check.ts'
import { userOf } from './credentials.ts'
import { type Exchange, isPlantsAnswer } from './exchange.ts'
import type { Expectations } from './expectations.ts'
import type { Outage } from './transcript.ts'

/** Gathers what the checks need to know about the transcript as a whole. */
export function gatherFacts(
  exchanges: readonly Exchange[],
  analyse: Analyse,
  expectations?: Expectations,
  outages: readonly Outage[] = [],
): Facts {
  const served = exchanges.filter(isPlantsAnswer)
  const lists = served.filter(({ probe }) => probe.credential.kind === 'valid')
  const others = served.filter(({ probe }) => probe.credential.kind === 'other')
  const counts = lists.flatMap((exchange) => {
    const { count } = analyse(exchange).body
    return count === undefined ? [] : [{ count, plain: exchange.probe.limit === 'absent' }]
  })
  const all = counts.map(({ count }) => count)
  const plain = counts.filter(({ plain: isPlain }) => isPlain).map(({ count }) => count)
  return {
    exchanges,
    plants: all.length === 0 ? undefined : Math.max(...all),
    fewest: plain.length === 0 ? undefined : Math.min(...plain),
    served: lists.length > 0,
    othersServed: new Set(others.map(({ probe }) => userOf(probe.credential))),
    expectations,
    outages,
    analyse,
  }
}
