import type { Facts } from '../../src/judge/check.ts'
import { type Exchange, isAuthorised } from '../../src/judge/exchange.ts'
import { isNeverAnswered } from '../../src/judge/silence.ts'
import { mustBeServed } from './exchanges.ts'
import { isServedElsewhere } from './operation/failures.ts'

/** Whether a server that leaves the request without a response breaks the contract. */
export function mustBeAnswered(exchange: Exchange, facts: Facts): boolean {
  return isOrdinary(exchange) || isServable(exchange, facts) || isIgnored(exchange, facts)
}

/** Whether a request that a server may refuse, such as another method or a bad token, is never answered at all. */
export function shouldBeAnswered(exchange: Exchange, { exchanges }: Facts): boolean {
  return !isAuthorised(exchange) && isNeverAnswered(exchange, exchanges)
}

/** The documented request without a limit or with a positive one. */
export function isOrdinary(exchange: Exchange): boolean {
  return (
    isAuthorised(exchange) && exchange.probe.benign && ['absent', 'positive'].includes(exchange.probe.limit)
  )
}

/** A row of the plan of which every value that a server may refuse gets a response elsewhere. */
function isServable(exchange: Exchange, facts: Facts): boolean {
  const { limit, conditions } = exchange.probe
  if (!isAuthorised(exchange) || conditions === undefined || limit === 'outside') return false
  if (limit === 'open') return isServedElsewhere(exchange, facts) && mustBeServed(exchange, facts, 'limit')
  return mustBeServed(exchange, facts)
}

/** A row of the plan that is never answered. A server may refuse some of them, but silence is no refusal: the client waits for ever. */
function isIgnored(exchange: Exchange, { exchanges }: Facts): boolean {
  const { limit, conditions } = exchange.probe
  return (
    isAuthorised(exchange) &&
    conditions !== undefined &&
    ['absent', 'positive'].includes(limit) &&
    isNeverAnswered(exchange, exchanges)
  )
}
