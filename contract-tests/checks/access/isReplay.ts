import type { Facts } from '../../../src/judge/check.ts'
import { type Exchange, isAnswered, isPlantsAnswer } from '../../../src/judge/exchange.ts'
import { isPlainRequest, isProbe, isSuccess } from '../exchanges.ts'

/**
 * Whether a stored response was sent to a request without a token. Two of these requests follow others with the token, for that
 * purpose. The same is true of all, if every new address is refused and several of those that had a response before are not.
 */
export function isReplay(exchange: Exchange, facts: Facts): boolean {
  if (isProbe(exchange, 'auth/replay-1', 'auth/replay-2') && facts.exchanges.some(isPlainList)) return true
  return findReplayed(facts).has(exchange.url)
}

/** What these two requests are to find: the list that a user got at their address. */
function isPlainList(exchange: Exchange): boolean {
  return isPlainRequest(exchange) && isPlantsAnswer(exchange)
}

/** The addresses whose lists are stored and replayed: all that were served, or none. */
function findReplayed({ exchanges }: Facts): ReadonlySet<string> {
  const stored = new Set(exchanges.filter(isPlantsAnswer).map(({ url }) => url))
  const asked = exchanges.filter(isWithoutToken).filter(isAnswered)
  const leaked = asked.filter(({ url, response }) => stored.has(url) && isSuccess(response.status))
  const fresh = asked.filter(({ url }) => !stored.has(url))
  const isReplayed =
    new Set(leaked.map(({ url }) => url)).size > 1 &&
    fresh.length > 0 &&
    fresh.every(({ response }) => !isSuccess(response.status))
  return isReplayed ? stored : new Set<string>()
}

/** A request for the list without a token. */
export function isWithoutToken({ probe: { documented, credential } }: Exchange): boolean {
  return documented && credential.kind === 'none'
}
