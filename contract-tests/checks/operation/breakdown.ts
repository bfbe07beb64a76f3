import type { Facts } from '../../../src/judge/check.ts'
import { type Exchange, isAuthorised, isPlantsAnswer } from '../../../src/judge/exchange.ts'
import { isCrash, isInGroup } from '../exchanges.ts'

/**
 * Whether the server broke down before this exchange: it served valid requests, and since a bad one it only sends server errors.
 * What it sends then says nothing about the request.
 */
export function isAfterBreakdown(exchange: Exchange, facts: Facts): boolean {
  const from = findBreakdown(facts)
  return from !== undefined && facts.exchanges.indexOf(exchange) >= from
}

/** The index of the first request without a limit that failed after the last one that was served. */
function findBreakdown({ exchanges }: Facts): number | undefined {
  const unlimited = exchanges.filter(isUnlimited)
  const last = unlimited.findLastIndex(isPlantsAnswer)
  const after = unlimited.slice(last + 1)
  const [first] = after
  const isDead = after.length > 1 && after.every(({ response }) => isCrash(response?.status ?? 0))
  // Health probes follow bad requests. Without one, something else may be the cause.
  const isAboutHealth = after.some((exchange) => isInGroup(exchange, 'health'))
  return last >= 0 && isDead && isAboutHealth && first !== undefined ? exchanges.indexOf(first) : undefined
}

function isUnlimited(exchange: Exchange): boolean {
  return isAuthorised(exchange) && exchange.probe.limit === 'absent'
}
