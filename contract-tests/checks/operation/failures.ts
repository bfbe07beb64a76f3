import type { Facts } from '../../../src/judge/check.ts'
import { type Exchange, isAuthorised, isPlantsAnswer, userOf } from '../../../src/judge/exchange.ts'
import type { Violation } from '../../../src/judge/report.ts'
import { isDeadly, isNeverAnswered } from '../../../src/judge/silence.ts'
import {
  hasCondition,
  headerValues,
  isCrash,
  isInGroup,
  isLimited,
  isRejection,
  isServed,
  mustBeServed,
  perTranscript,
  readBodyText,
} from '../exchanges.ts'

/**
 * Returns whether this value of `limit` causes a crash: requests with this value never get a 200 or a 400, but requests without a limit
 * get a 200, or at least do not crash the server.
 */
export function isCrashOfValue(exchange: Exchange, facts: Facts): boolean {
  if (isServedElsewhere(exchange, facts)) return false
  const plain = facts.exchanges.filter((other) => isAuthorised(other) && other.probe.limit === 'absent')
  // If every request without a limit crashes, a server that ignores this limit crashes for the same reason.
  if (plain.some(hasCrashed) && !plain.some(isPlantsAnswer)) return false
  const isPlain = Object.keys(exchange.probe.conditions ?? {}).every((dimension) => dimension === 'limit')
  return isPlain || !plain.some(hasCrashed)
}

/**
 * Returns whether the server refuses the value of a positive limit and not the token: the server serves other limits, but never this limit.
 * For example, a firewall may refuse large numbers.
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

/** Returns whether any request of this user with this query gets a 200 or a 400. */
export function isServedElsewhere({ probe }: Exchange, { exchanges }: Facts): boolean {
  return exchanges.some(
    (other) =>
      isAuthorised(other) &&
      userOf(other.probe.credential) === userOf(probe.credential) &&
      other.probe.query === probe.query &&
      (other.response?.status === 200 || other.response?.status === 400),
  )
}

const hasCrashed = (exchange: Exchange): boolean =>
  isAuthorised(exchange) && isCrash(exchange.response?.status ?? 0)

/**
 * Returns whether the server broke down before this exchange: it first served requests without a limit, but then answered all of them with
 * server errors. The current request is then probably not the cause.
 */
export const isAfterBreakdown = (exchange: Exchange, facts: Facts): boolean =>
  facts.exchanges.indexOf(exchange) >= (findBreakdown(facts) ?? Infinity)

/** Finds the index after the last successful request without a limit, if all later requests without a limit failed. */
const findBreakdown = perTranscript(({ exchanges }): number | undefined => {
  const from = exchanges.findLastIndex((each) => isUnlimited(each) && isPlantsAnswer(each)) + 1
  const after = exchanges.slice(from).filter(isUnlimited)
  const isDead = after.length > 1 && after.every(({ response }) => isCrash(response?.status ?? 0))
  // The plan sends health probes after bad requests. If no health probe failed, the bad requests may not be the cause.
  return from > 0 && isDead && after.some((exchange) => isInGroup(exchange, 'health')) ? from : undefined
})

const isUnlimited = (exchange: Exchange): boolean =>
  isAuthorised(exchange) && exchange.probe.limit === 'absent'

/** Returns whether a server breaks the contract if it does not respond to the request. */
export function mustBeAnswered(exchange: Exchange, facts: Facts): boolean {
  const isMeant = isOrdinary(exchange) || isInGroup(exchange, 'parameter')
  return isMeant || isServable(exchange, facts) || isIgnored(exchange, facts)
}

/**
 * Returns whether a request that a server may refuse, such as a request with a bad token, never gets a response. If a GET with the same bad
 * limit never gets one either, the limit is the reason, which another check reports.
 */
export function shouldBeAnswered(exchange: Exchange, { exchanges }: Facts): boolean {
  const { limit, query } = exchange.probe
  const isSame = (other: Exchange): boolean => isAuthorised(other) && other.probe.query === query
  if (isAuthorised(exchange) || !isNeverAnswered(exchange, exchanges)) return false
  return limit !== 'outside' || !exchanges.some((other) => isSame(other) && isNeverAnswered(other, exchanges))
}

/** Headers that mainly proxies and other sites' pages add. A firewall may refuse requests with these headers. */
const FOREIGN = ['referer', 'x-forwarded', 'via']

/** Returns whether one of these headers explains a 403 or 431, because no request with this header gets a 200. */
function isFirewalled(exchange: Exchange, facts: Facts): boolean {
  const status = exchange.response?.status ?? 0
  const isForeign = (dimension: string): boolean =>
    hasCondition(exchange, dimension, 'present') && !isServed(exchange, dimension, facts)
  return [403, 431].includes(status) && FOREIGN.some(isForeign)
}

/** Returns whether the response is a 401 that calls the token invalid or expired, and all later requests of the user fail. */
export function isExpired(exchange: Exchange, { exchanges }: Facts): boolean {
  const user = userOf(exchange.probe.credential)
  const later = exchanges.slice(exchanges.indexOf(exchange))
  const { response } = exchange
  return (
    response?.status === 401 &&
    [...headerValues(exchange, 'www-authenticate'), readBodyText({ response })].some((text) =>
      /invalid_token|expired/i.test(text),
    ) &&
    !later.some((other) => isPlantsAnswer(other) && userOf(other.probe.credential) === user)
  )
}

/** Returns whether the refusal is explained by a firewall or by an expired token. */
export const isExcused = (exchange: Exchange, facts: Facts): boolean =>
  isFirewalled(exchange, facts) || isExpired(exchange, facts)

/** Returns whether a harmless malformed query stops the server. A gateway may refuse percent-encoded queries as attacks. */
export function isEndOfMistake(exchange: Exchange, { outages }: Facts): boolean {
  const { limit, query = '' } = exchange.probe
  return (
    isAuthorised(exchange) &&
    limit === 'outside' &&
    !/%[\da-f]{2}/i.test(query) &&
    isDeadly(exchange, outages)
  )
}

/** Returns whether this is an ordinary documented request, without a limit or with a positive limit. */
export function isOrdinary(exchange: Exchange): boolean {
  return (
    isAuthorised(exchange) && exchange.probe.benign && ['absent', 'positive'].includes(exchange.probe.limit)
  )
}

/** Returns whether the request has planned conditions that the server must serve, or has served in other requests. */
function isServable(exchange: Exchange, facts: Facts): boolean {
  const { limit, conditions } = exchange.probe
  if (!isAuthorised(exchange) || conditions === undefined || limit === 'outside') return false
  if (limit === 'open') return isServedElsewhere(exchange, facts) && mustBeServed(exchange, facts, 'limit')
  return mustBeServed(exchange, facts)
}

/** Returns whether a request with planned conditions never gets a response. A server may refuse the request, but must send a response. */
function isIgnored(exchange: Exchange, { exchanges }: Facts): boolean {
  const { limit, conditions } = exchange.probe
  return (
    isAuthorised(exchange) &&
    conditions !== undefined &&
    ['absent', 'positive'].includes(limit) &&
    isNeverAnswered(exchange, exchanges)
  )
}

/**
 * `outage`: each time after this request, the server stops answering. `end`: after this request, the server never answers again. `timeout`:
 * the server never answers this request.
 */
type Silence = 'outage' | 'end' | 'timeout'

const MESSAGES: Readonly<Record<Silence, (request: string) => string>> = {
  outage: (request) => `the server stops answering after ${request}, and again when the request is repeated`,
  end: (request) => `the server never answers again after ${request}`,
  timeout: (request) => `${request} gets no response, but other requests do`,
}

/** Finds out how the server fails to answer this request. Returns undefined if the server answers, or if no request gets a response. */
export function findSilence(exchange: Exchange, { exchanges, outages }: Facts): Silence | undefined {
  if (isDeadly(exchange, outages)) {
    const isUpAgain = isDeadly(
      exchange,
      outages.filter(({ recovered }) => recovered),
    )
    const attempts = exchanges.filter((other) => other.probe.id === exchange.probe.id)
    return isUpAgain || attempts.length > 1 ? 'outage' : 'end'
  }
  return isNeverAnswered(exchange, exchanges) ? 'timeout' : undefined
}

export function describeSilence(request: string, silence: Silence): Violation {
  const actual = silence === 'timeout' ? 'no response in time' : 'no response to the next request'
  const message = MESSAGES[silence](request)
  return { message, pointer: 'response', expected: 'responses to this request and the next request', actual }
}
