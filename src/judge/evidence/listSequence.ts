import type { Cause } from '../cause.ts'
import type { Exchange } from '../exchange.ts'

/** The exchanges that lead to a violation, and the one that shows it, last. */
export type Sequence = readonly [...Exchange[], Exchange]

/** Lists what must be sent to see a violation again, as far as the cause says: what was sent together with it or before. */
export function listSequence(
  exchange: Exchange,
  cause: Cause | undefined,
  exchanges: readonly Exchange[],
  needsPrevious = false,
): Sequence {
  const moments = new Set((cause?.traits ?? []).map(({ moment }) => moment))
  const { connection } = exchange
  if (moments.has('concurrency')) return [...listCompany(exchange, exchanges), exchange]
  if (moments.has('position')) {
    const earlier = exchanges.filter(
      (each) => each.connection.id === connection.id && each.connection.earlier < connection.earlier,
    )
    // It may need an exact position on its connection, or only one request before it.
    const isAnyLater = cause?.traits.some(({ key }) => key === 'position>=2')
    return [...(isAnyLater ? earlier.slice(-1) : earlier), exchange]
  }
  const previous = exchanges[exchanges.indexOf(exchange) - 1]
  return (moments.has('predecessor') || needsPrevious) && previous ? [previous, exchange] : [exchange]
}

/** The exchanges that were sent at the same time. */
export function listCompany(exchange: Exchange, exchanges: readonly Exchange[]): readonly Exchange[] {
  const { probe, attempt } = exchange
  if (probe.parallel === undefined) return []
  return exchanges.filter(
    (each) => each !== exchange && each.probe.parallel === probe.parallel && each.attempt === attempt,
  )
}
