import type { Contract } from '../../../src/contract/contract.ts'
import type { Check, Facts } from '../../../src/judge/check.ts'
import {
  type AnsweredExchange,
  type Exchange,
  isAnswered,
  isAuthorised,
  mayGetToken,
} from '../../../src/judge/exchange.ts'
import { hasCondition, headerValues, isLimited } from '../exchanges.ts'
import { statusViolation, violation, whenAnswered } from '../whenAnswered.ts'
import { isOrdinary } from './failures.ts'
import { createListRequirement } from './operation.ts'

/** Creates the checks for the targets of the operation's redirects. The kit requests the documented URL, as users do. */
export const createRedirectChecks = (contract: Contract): readonly Check[] => [
  {
    id: 'redirect-arrives',
    title: 'Redirects lead to the operation and keep the limit',
    level: 'MUST',
    requirement: createListRequirement(contract),
    sent: 'the documented request; the kit follows redirects to the same origin, or from http to https on the same host',
    fix: 'Keep the query and the base path in redirects, and redirect only once. Better: serve the request without a redirect.',
    requires: 'a response to a documented request',
    applies: (exchange) =>
      (isOrdinary(exchange) || isLimited(exchange)) &&
      isAnswered(exchange) &&
      findUnsafeRedirect(exchange) === undefined &&
      !isTakenForTls(exchange),
    judge: whenAnswered((exchange, facts) => {
      const { status } = exchange.response
      const addresses = [...exchange.hops.map(({ from }) => from), exchange.url]
      const stops = addresses.join(' → ')
      const repeated = addresses.find((address, index) => addresses.indexOf(address) < index)
      const isLost = exchange.hops.length > 0 && (status === 404 || status === 405)
      // A server may keep an HTML page for browsers at another URL.
      const isOperation = isOrdinary(exchange) || !hasCondition(exchange, 'accept', 'html')
      if (isOperation && (isLost || (status >= 300 && status <= 399 && status !== 304)))
        return statusViolation(
          exchange,
          repeated === undefined
            ? `a redirect does not lead to the operation: ${stops}`
            : `redirects form a loop, back to ${repeated}`,
          '200',
        )
      if (!losesLimit(exchange, contract.limit.name, facts)) return []
      return violation({
        message: `a redirect loses ${contract.limit.name}, so the server returns too many plants: ${stops}`,
        pointer: 'Location',
        expected: `a location with ?${exchange.probe.query}`,
        actual: exchange.url,
      })
    }),
  },
  {
    id: 'redirect-keeps-token-safe',
    title: 'Does not redirect the token to another origin or away from TLS',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 6750 section 5.3',
      text: 'Clients send a bearer token only over TLS, and do not leak the token to unintended parties',
    },
    sent: 'the documented request; the kit never sends the token to another host',
    fix: 'Redirect only to an https URL on your own host, or do not redirect this path.',
    requires: 'a response to a documented request',
    applies: (exchange) => isAuthorised(exchange) && isAnswered(exchange) && !isTakenForTls(exchange),
    judge: whenAnswered((exchange) => {
      const location = findUnsafeRedirect(exchange)
      if (location === undefined) return []
      return violation({
        message: `the response redirects to ${location}, and a client that follows the redirect may send its token there`,
        pointer: 'Location',
        expected: `a location on ${new URL(exchange.url).host}`,
        actual: location,
      })
    }),
  },
]

/**
 * Returns whether a redirect dropped the limit, so that the response has more plants than the limit. A final URL without the limit is not
 * enough as proof, because the server may keep the limit in another way.
 */
function losesLimit(exchange: AnsweredExchange, name: string, facts: Facts): boolean {
  const { hops, probe, url } = exchange
  if (hops.length === 0 || probe.maxResults === undefined) return false
  const values = new URL(url).searchParams.getAll(name)
  return !values.includes(String(probe.maxResults)) && (facts.analyse(exchange).count ?? 0) > probe.maxResults
}

/** Finds the target of a redirect that the kit does not follow because the token must not be sent there. */
function findUnsafeRedirect(exchange: Exchange): string | undefined {
  const target = findTarget(exchange)
  return target === undefined || mayGetToken(target, new URL(exchange.url)) ? undefined : target.href
}

/** Returns whether the server trusts X-Forwarded-Proto, as it should behind a proxy, and redirects to the same host over https. */
function isTakenForTls(exchange: Exchange): boolean {
  const target = findTarget(exchange)
  return (
    hasCondition(exchange, 'x-forwarded', 'present') &&
    target?.protocol === 'https:' &&
    target.hostname === new URL(exchange.url).hostname
  )
}

function findTarget(exchange: Exchange): URL | undefined {
  const { response } = exchange
  if (!response || response.status < 300 || response.status > 399) return undefined
  const [location] = headerValues(exchange, 'location')
  return location === undefined ? undefined : (URL.parse(location, exchange.url) ?? undefined)
}
