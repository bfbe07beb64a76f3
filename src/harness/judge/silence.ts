import { type Exchange, isAuthorised } from '../exchange.ts'
import type { Outage } from '../transcript.ts'

/**
 * Whether the server never answers this request, although it answers others: each attempt timed out, alone, and a valid request
 * after it was answered. So neither the network nor the load explains it.
 */
export function isNeverAnswered({ probe, failure }: Exchange, exchanges: readonly Exchange[]): boolean {
  if (failure?.kind !== 'timeout' || probe.parallel !== undefined) return false
  const attempts = exchanges.filter((other) => other.probe.id === probe.id)
  const [first] = attempts
  if (!first || attempts.length < 2) return false
  const later = exchanges.slice(exchanges.indexOf(first))
  return (
    attempts.every((attempt) => attempt.failure?.kind === 'timeout') &&
    later.some((other) => isAuthorised(other) && other.response !== undefined)
  )
}

/** Whether the server stopped answering after this request, and again when the request was repeated. */
export function isDeadly({ probe }: Exchange, outages: readonly Outage[]): boolean {
  return outages.some(({ afterProbe, confirmed }) => confirmed && afterProbe === probe.id)
}
