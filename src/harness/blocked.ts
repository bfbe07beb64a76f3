import type { Exchange } from './exchange.ts'
import { isAuthorised, isPlantsAnswer } from './predicates.ts'

/** So many requests without a good token may look like an attack. */
const ATTACK = 3

/**
 * Whether the server has blocked whoever asks, for the requests without a good token that came before: it refuses the
 * good one too, or closes the connection, and serves nothing any more until the end of the run. That is a defence.
 */
export function isBlocked(exchange: Exchange, exchanges: readonly Exchange[]): boolean {
  const { response, failure } = exchange
  const turnedAway = response
    ? [401, 403, 429].includes(response.status)
    : failure?.kind === 'empty' || failure?.kind === 'reset'
  if (!isAuthorised(exchange) || !turnedAway) return false
  const at = exchanges.indexOf(exchange)
  return (
    !exchanges.slice(at).some(isPlantsAnswer) && exchanges.slice(0, at).filter(isStranger).length >= ATTACK
  )
}

function isStranger({ probe }: Exchange): boolean {
  return ['none', 'bad', 'lenient'].includes(probe.credential.kind)
}
