import type { Check } from '../../../src/judge/check.ts'
import { type AnsweredExchange, type Exchange, isPlantsAnswer } from '../../../src/judge/exchange.ts'
import { findCacheSign, headerValues } from '../exchanges.ts'
import { headerViolation, whenAnswered } from '../whenAnswered.ts'

/** Checks of the caching headers: what caches may store, and for which requests caches may reuse a stored response. */
export const cachingChecks: readonly Check[] = [
  {
    id: 'cache-private',
    title: "Does not let shared caches send one user's stored response to other users",
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9111 section 3.5',
      text: 'With public, s-maxage or must-revalidate, a shared cache may store the response to a request with Authorization',
    },
    sent: 'every request with a token',
    fix: 'Send Cache-Control: private or no-store with every response to a request with a token.',
    requires: 'a response with status 200',
    applies: isPlantsAnswer,
    judge: (exchange) => {
      const directives = parseCacheDirectives(exchange)
      if (directives.has('private') || directives.has('no-store')) return []
      const isRevalidated = directives.has('no-cache') || directives.get('max-age') === '0'
      const permissions = [
        ...(directives.has('public') ? ['public'] : []),
        ...(Number(directives.get('s-maxage') ?? 0) > 0 ? ['s-maxage'] : []),
        ...(directives.has('must-revalidate') && !isRevalidated ? ['must-revalidate'] : []),
      ]
      if (permissions.length === 0) return []
      const verb = permissions.length === 1 ? 'lets' : 'let'
      const message = `${permissions.join(' and ')} ${verb} a shared cache store one user's plants, which other users may then get`
      return headerViolation(exchange, 'Cache-Control', message, 'private or no-store')
    },
  },
  {
    id: 'cache-users-apart',
    title: "Does not serve one user's cached response to another user",
    level: 'INFO',
    requirement: {
      standard: 'RFC 9111 section 3.5',
      text: 'A shared cache may reuse the response to a request with Authorization only if the response allows this',
    },
    sent: 'every request with a token',
    fix: 'Make the token part of the cache key, or do not cache responses to requests with Authorization.',
    requires: 'a response that came from a cache',
    applies: (exchange) => isPlantsAnswer(exchange) && findCacheSign(exchange) !== undefined,
    judge: whenAnswered((exchange, { exchanges, expectations }) => {
      const sign = findCacheSign(exchange) ?? ''
      if (!exchanges.some(({ probe }) => probe.credential.kind === 'other'))
        return {
          inconclusive: `a response came from a cache (${sign}); pass --other-token to test whether the cache mixes up users`,
        }
      // If `--expect` lists the users' plants, the checks of these plants are more precise.
      if (expectations !== undefined || !isSharedBody(exchange, exchanges)) return []
      const message = `two users get the same list, and one list came from a cache (${sign}); pass --expect to test whether both lists are right`
      return [{ message, pointer: sign.split(':')[0] ?? '', expected: "the user's own list", actual: sign }]
    }),
  },
  createVaryCheck({
    id: 'cache-vary-coding',
    title: 'Declares in Vary that a cacheable response depends on Accept-Encoding',
    fix: 'Send Vary: Accept-Encoding with every response if compression depends on the request.',
    header: 'Accept-Encoding',
    isDependent: (exchange) => headerValues(exchange, 'content-encoding').length > 0,
  }),
  createVaryCheck({
    id: 'cache-vary-origin',
    title: 'Declares in Vary that a cacheable response depends on Origin',
    fix: 'Send Vary: Origin with every response if Access-Control-Allow-Origin depends on the request.',
    header: 'Origin',
    isDependent: (exchange) => {
      const [origin] = headerValues(exchange, 'access-control-allow-origin')
      return (
        origin !== undefined && origin === exchange.probe.fields?.find(([name]) => name === 'Origin')?.[1]
      )
    },
  }),
]

/** Returns whether another user got the same bytes from the same URL before. Empty lists do not count, because many users have them. */
function isSharedBody(exchange: AnsweredExchange, exchanges: readonly Exchange[]): boolean {
  return exchanges.some(
    (other) =>
      isPlantsAnswer(other) &&
      other.url === exchange.url &&
      other.probe.credential.label !== exchange.probe.credential.label &&
      other.startedAt < exchange.startedAt &&
      other.response.body.length > 2 &&
      other.response.body.equals(exchange.response.body),
  )
}

type VaryCheck = Pick<Check, 'id' | 'title' | 'fix'> & {
  header: string
  /** Whether the response depends on this request header. */
  isDependent: (exchange: Exchange) => boolean
}

function createVaryCheck({ header, isDependent, ...check }: VaryCheck): Check {
  return {
    ...check,
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 12.5.5',
      text: 'Vary lists the request headers that influenced the response',
    },
    sent: `requests with different values of ${header}`,
    requires: `a cacheable response that depends on ${header}`,
    applies: (exchange) => isPlantsAnswer(exchange) && isCacheable(exchange) && isDependent(exchange),
    judge: (exchange) => {
      const vary = headerValues(exchange, 'vary').flatMap((value) =>
        value
          .toLowerCase()
          .split(',')
          .map((name) => name.trim()),
      )
      if (vary.includes(header.toLowerCase()) || vary.includes('*')) return []
      const message = `the response seems to depend on ${header}, but Vary does not list ${header}`
      return headerViolation(exchange, 'Vary', message, header)
    },
  }
}

/** Returns whether the response has a lifetime, during which a cache may reuse the response without asking the server. */
function isCacheable(exchange: Exchange): boolean {
  const directives = parseCacheDirectives(exchange)
  if (directives.has('no-store') || directives.has('no-cache')) return false
  return Number(directives.get('max-age') ?? 0) > 0 || Number(directives.get('s-maxage') ?? 0) > 0
}

function parseCacheDirectives(exchange: Exchange): ReadonlyMap<string, string> {
  const directives = headerValues(exchange, 'cache-control').flatMap((value) => value.split(','))
  return new Map(
    directives.map((directive) => {
      const [name = '', value = ''] = directive.split('=')
      return [name.trim().toLowerCase(), value.trim().replaceAll('"', '')]
    }),
  )
}
