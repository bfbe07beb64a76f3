import { type Exchange, isAuthorised, isPlantsAnswer, isUserRequest } from './exchange.ts'
import type { Outage } from './transcript.ts'

/**
 * Whether the server never answers this request, and neither the network nor the load is the reason: each attempt timed out or was
 * rejected, at least two attempts timed out, one of them alone, and a later valid request was answered. Attempts are all repetitions of
 * this request, all requests with the same `limit`, or all requests with the same condition.
 */
export function isNeverAnswered(exchange: Exchange, exchanges: readonly Exchange[]): boolean {
  if (exchange.failure?.kind !== 'timeout') return false
  const { id, limit, query } = exchange.probe
  const isSame = ({ probe }: Exchange): boolean => probe.id === id
  const hasLimit = (other: Exchange): boolean => isAuthorised(other) && other.probe.query === query
  const isSilent = isIgnored(exchanges, isSame) || (limit !== 'absent' && isIgnored(exchanges, hasLimit))
  return isSilent || isConditionIgnored(exchange, exchanges)
}

/** Whether the server never answers requests that have a certain condition of this probe. Limits do not count. */
export function isConditionIgnored({ probe }: Exchange, exchanges: readonly Exchange[]): boolean {
  return Object.entries(probe.conditions ?? {}).some(
    ([dimension, value]) =>
      dimension !== 'limit' &&
      isIgnored(exchanges, (other) => isAuthorised(other) && other.probe.conditions?.[dimension] === value),
  )
}

function isIgnored(exchanges: readonly Exchange[], isAttempt: (exchange: Exchange) => boolean): boolean {
  const attempts = exchanges.filter(isAttempt)
  const silent = attempts.filter(({ failure }) => failure?.kind === 'timeout')
  const later = exchanges.slice(exchanges.findIndex((exchange) => silent.includes(exchange)))
  return (
    silent.length >= 2 &&
    silent.some(({ probe }) => probe.parallel === undefined) &&
    attempts.every((attempt) => silent.includes(attempt) || isRefused(attempt)) &&
    later.some((other) => isAuthorised(other) && other.response !== undefined)
  )
}

/** Whether the server rejects the request, and not only its timing. A rejected request may not reach the code that never answers. */
function isRefused({ response }: Exchange): boolean {
  const status = response?.status ?? 0
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status)
}

/** Whether the request got no response, but its repetition, alone or with the same group of requests, got a response. */
export function isDropped({ probe, attempt, failure }: Exchange, exchanges: readonly Exchange[]): boolean {
  const isRepetition = (other: Exchange): boolean =>
    other.probe.id === probe.id &&
    other.probe.parallel === probe.parallel &&
    (probe.parallel === undefined ? other.attempt > attempt : other.attempt !== attempt)
  return failure !== undefined && exchanges.some((other) => isRepetition(other) && other.response)
}

/** Whether the server stopped answering because of this request. */
export const isDeadly = ({ probe }: Exchange, outages: readonly Outage[]): boolean =>
  outages.some(({ afterProbe, confirmed }) => confirmed && afterProbe === probe.id)

/** Whether the server has locked the client out, which is no violation: after requests without a valid token, it serves nothing more. */
export function isLockedOut(exchange: Exchange, exchanges: readonly Exchange[]): boolean {
  const { response, failure } = exchange
  const isRejected = response
    ? [401, 403, 429].includes(response.status)
    : failure.kind === 'empty' || failure.kind === 'reset'
  const at = exchanges.indexOf(exchange)
  const [earlier, later] = [exchanges.slice(0, at), exchanges.slice(at)]
  if (!isAuthorised(exchange) || !isRejected || later.some(isPlantsAnswer)) return false
  const refused = earlier.filter((each) => !isUserRequest(each.probe) && each.response?.status !== 200)
  // One or two refused requests do not look like an attack, so the server has no reason for a lockout.
  return refused.length >= 3
}
