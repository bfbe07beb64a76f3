import type { Cause } from '../cause/cause.ts'
import type { Design } from '../design.ts'
import type { Exchange } from '../exchange.ts'
import { rankRequest } from './rankRequest.ts'

/** The exchanges that lead to a violation, and the one that shows it, last. */
export type Sequence = readonly [...Exchange[], Exchange]

type SequenceOptions = {
  exchanges: readonly Exchange[]
  design: Design | undefined
  /** Whether the check depends on the request right before. */
  needsPrevious?: boolean | undefined
}

/** Lists what must be sent to see a violation again, as far as the cause says: what was sent at once or before. */
export function listSequence(
  exchange: Exchange,
  cause: Cause | undefined,
  { exchanges, design, needsPrevious = false }: SequenceOptions,
): Sequence {
  const kinds = new Set((cause?.traits ?? []).map((trait) => toMoment(trait.key, trait.dimension, design)))
  const { connection } = exchange
  if (kinds.has('concurrency')) return [...listCompany(exchange, exchanges), exchange]
  if (kinds.has('position')) {
    const earlier = exchanges.filter(
      (each) => each.connection.id === connection.id && each.connection.earlier < connection.earlier,
    )
    const from = cause?.traits.map(({ key }) => /^position>=(\d+)$/.exec(key)?.[1]).find(Boolean)
    if (from === undefined) return [...earlier, exchange]
    const simplest = earlier.toSorted((one, other) => rankRequest(one) - rankRequest(other))
    const needed = new Set(simplest.slice(0, Number(from) - 1))
    return [...earlier.filter((each) => needed.has(each)), exchange]
  }
  const previous = exchanges[exchanges.indexOf(exchange) - 1]
  return (kinds.has('predecessor') || needsPrevious) && previous ? [previous, exchange] : [exchange]
}

/** The exchanges that were sent at the same time. */
export function listCompany(exchange: Exchange, exchanges: readonly Exchange[]): readonly Exchange[] {
  const { probe, attempt } = exchange
  if (probe.parallel === undefined) return []
  return exchanges.filter(
    (each) => each !== exchange && each.probe.parallel === probe.parallel && each.attempt === attempt,
  )
}

function toMoment(key: string, dimension: string | undefined, design: Design | undefined): string {
  if (key === 'parallel') return 'concurrency'
  if (key.startsWith('after:')) return 'predecessor'
  if (/^position>?=\d/.test(key)) return 'position'
  return design?.dimensions.find(({ id }) => id === dimension)?.moment ?? ''
}
