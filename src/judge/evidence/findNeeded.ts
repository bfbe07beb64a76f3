import type { Check, Facts } from '../check.ts'
import type { Exchange } from '../exchange.ts'
import { rankRequest } from './rankRequest.ts'

/** The search ends after this many milliseconds. */
const LONGEST = 500

/**
 * Finds the fewest other exchanges without which the check does not report this one, because it compares them. None if the exchange
 * is enough by itself, or if the search would take too long.
 */
export function findNeeded(check: Check, exchange: Exchange, facts: Facts): readonly Exchange[] {
  const isReported = (others: readonly Exchange[]): boolean => {
    const known = new Set([...others, exchange])
    const exchanges = facts.exchanges.filter((each) => known.has(each))
    const fewer = { ...facts, exchanges }
    if (!check.applies(exchange, fewer)) return false
    const outcome = check.judge(exchange, fewer)
    return !('inconclusive' in outcome) && outcome.length > 0
  }
  const at = facts.exchanges.indexOf(exchange)
  // The others only show that the server answers them.
  if (exchange.failure?.kind === 'timeout') return []
  if (at < 0 || isReported([])) return []
  const others = facts.exchanges.filter((each) => each !== exchange)
  // What comes last is kept, if it is enough.
  const simplestLast = (list: readonly Exchange[]): Exchange[] =>
    list.toSorted((one, other) => rankRequest(other) - rankRequest(one))
  const enough = [others.slice(0, at), others].map(simplestLast).find(isReported)
  const needed = enough ? dropNeedless(enough, isReported) : []
  return others.filter((each) => needed.includes(each))
}

/** Drops halves, then quarters, and at last single items that the test does not need. */
function dropNeedless(
  items: readonly Exchange[],
  test: (items: readonly Exchange[]) => boolean,
): readonly Exchange[] {
  const end = performance.now() + LONGEST
  let kept = items
  for (let size = Math.ceil(kept.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < kept.length; ) {
      if (performance.now() > end) return []
      const fewer = [...kept.slice(0, at), ...kept.slice(at + size)]
      if (test(fewer)) kept = fewer
      else at += size
    }
  return kept
}
