import type { Facts } from '../../../src/judge/check.ts'
import { userOf } from '../../../src/judge/credentials.ts'
import { type Exchange, isAuthorised, isPlantsAnswer } from '../../../src/judge/exchange.ts'
import { isCrash, isInGroup, isLimited, isRejection } from '../exchanges.ts'

/**
 * Whether a crash belongs to the value of `limit`: a request with this value is never served, and requests without a limit are,
 * or do not crash under the conditions that this one has besides its limit.
 */
export function isCrashOfValue(exchange: Exchange, facts: Facts): boolean {
  if (isServedElsewhere(exchange, facts)) return false
  const plain = facts.exchanges.filter((other) => isAuthorised(other) && other.probe.limit === 'absent')
  // If every request without a limit crashes, a limit that is not understood does too.
  if (plain.some(hasCrashed) && !plain.some(isPlantsAnswer)) return false
  const isPlain = Object.keys(exchange.probe.conditions ?? {}).every((dimension) => dimension === 'limit')
  return isPlain || !plain.some(hasCrashed)
}

/**
 * Whether a refusal belongs to the value of a positive limit, not to the token: a firewall may refuse large numbers. Other limits
 * are served, and this one never is.
 */
export function isRefusedValue(exchange: Exchange, facts: Facts): boolean {
  const { response } = exchange
  if (response === undefined || !isRejection(response.status) || !isLimited(exchange)) return false
  const user = userOf(exchange.probe.credential)
  const isServed = facts.exchanges.some(
    (other) => isLimited(other) && userOf(other.probe.credential) === user && other.response?.status === 200,
  )
  return isServed && !isServedElsewhere(exchange, facts)
}

/** Whether a request with the same query gets what the contract documents. */
export function isServedElsewhere({ probe }: Exchange, { exchanges }: Facts): boolean {
  return exchanges.some(
    (other) =>
      isAuthorised(other) &&
      userOf(other.probe.credential) === userOf(probe.credential) &&
      other.probe.query === probe.query &&
      (other.response?.status === 200 || other.response?.status === 400),
  )
}

function hasCrashed(exchange: Exchange): boolean {
  return isAuthorised(exchange) && isCrash(exchange.response?.status ?? 0)
}

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
