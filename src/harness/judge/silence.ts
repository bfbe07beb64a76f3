import { type Exchange, isAuthorised } from '../exchange.ts'
import type { Outage } from '../transcript.ts'

/**
 * Whether the server never answers this request, although it answers others: every attempt timed out, at least one of them alone,
 * and a valid request after the first was answered. So neither the network nor the load explains it. All requests with one value
 * of `limit` count as attempts, whatever else they have.
 */
export function isNeverAnswered(exchange: Exchange, exchanges: readonly Exchange[]): boolean {
  const { probe, failure } = exchange
  if (failure?.kind !== 'timeout') return false
  const attempts = exchanges.filter((other) => other.probe.id === probe.id)
  return (
    isIgnored(attempts, exchanges) ||
    (probe.most !== undefined &&
      isIgnored(
        exchanges.filter((other) => isAuthorised(other) && other.probe.most === probe.most),
        exchanges,
      ))
  )
}

function isIgnored(attempts: readonly Exchange[], exchanges: readonly Exchange[]): boolean {
  const [first] = attempts
  if (!first || attempts.length < 2) return false
  const later = exchanges.slice(exchanges.indexOf(first))
  return (
    attempts.every(({ failure }) => failure?.kind === 'timeout') &&
    attempts.some(({ probe }) => probe.parallel === undefined) &&
    later.some((other) => isAuthorised(other) && other.response !== undefined)
  )
}

/** Whether the server stopped answering because of this request. */
export function isDeadly(exchange: Exchange, outages: readonly Outage[]): boolean {
  return findOutage(exchange, outages) !== undefined
}

/** The time without answers that this request caused. */
export function findOutage({ probe }: Exchange, outages: readonly Outage[]): Outage | undefined {
  return outages.find(({ afterProbe, confirmed }) => confirmed && afterProbe === probe.id)
}
