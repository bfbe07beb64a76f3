import type { Exchange } from '../exchange.ts'
import { isAuthorised, isPlantsAnswer } from '../predicates.ts'

/** So many requests without a good token may look like an attack. */
const ATTACK = 3

/**
 * Whether the server has blocked whoever asks, for the requests without a good token that came before: it refuses the
 * good one too, or closes the connection, and serves nothing any more until the end of the run. That is a defence.
 */
export function isBlocked(exchange: Exchange, exchanges: readonly Exchange[]): boolean {
  if (!isTurnedAway(exchange)) return false
  const served = exchanges.findLastIndex(isPlantsAnswer)
  const begin = exchanges.findIndex((each, index) => index > served && isTurnedAway(each))
  const strangers = exchanges.slice(0, begin).filter(isStranger).length
  return exchanges.indexOf(exchange) > served && strangers >= ATTACK
}

function isTurnedAway(exchange: Exchange): boolean {
  const { response, failure } = exchange
  if (!isAuthorised(exchange)) return false
  return response
    ? [401, 403, 429].includes(response.status)
    : failure?.kind === 'empty' || failure?.kind === 'reset'
}

function isStranger({ probe, response }: Exchange): boolean {
  return ['none', 'bad', 'lenient'].includes(probe.credential.kind) && response?.status !== 200
}
