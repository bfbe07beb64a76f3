import type { Facts } from '../../../src/harness/check.ts'
import { type Exchange, isAnswered, isPlantsAnswer } from '../../../src/harness/exchange.ts'
import { isProbe, isSuccess } from '../exchanges.ts'

/**
 * Whether a stored response was sent to a request without a token. Two of these requests follow others with the token, for that
 * purpose. The same is true of all, if every new address is refused and several of those that had a response before are not.
 */
export function isReplay(exchange: Exchange, { exchanges }: Facts): boolean {
  if (isProbe(exchange, 'auth/replay-1', 'auth/replay-2')) return true
  const isStored = ({ url }: Exchange): boolean =>
    exchanges.some((other) => isPlantsAnswer(other) && other.url === url)
  if (!isStored(exchange)) return false
  const [stored = [], fresh = []] = partition(exchanges.filter(isWithoutToken).filter(isAnswered), isStored)
  const leaked = stored.filter(({ response }) => isSuccess(response.status))
  return (
    new Set(leaked.map(({ url }) => url)).size > 1 &&
    fresh.length > 0 &&
    fresh.every(({ response }) => !isSuccess(response.status))
  )
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))]
}

/** A request for the list without a token. */
export function isWithoutToken({ probe: { documented, credential } }: Exchange): boolean {
  return documented && credential.kind === 'none'
}
