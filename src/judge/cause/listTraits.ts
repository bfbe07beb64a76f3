import type { Design } from '../design.ts'
import { type Conditions, type Exchange, isAnswered, type Probe } from '../exchange.ts'
import { listMomentTraits } from './momentTraits.ts'
import { listConditions, listRequestTraits, listResponseTraits, listUsualValues } from './requestTraits.ts'
import type { ListTraits, Trait, Traits } from './trait.ts'

/** Lists the traits of exchanges. Those of another engine are not part of the transcript, so they have no moment. */
export function createTraitList(exchanges: readonly Exchange[], design: Design | undefined): ListTraits {
  const known = new Map<Exchange, Traits>()
  const positions = new Map(exchanges.map((exchange, index) => [exchange, index]))
  const describeConditions = (conditions: Conditions): readonly Trait[] => listConditions(conditions, design)
  const list = (exchange: Exchange): Traits => {
    const { probe } = exchange
    const position = positions.get(exchange)
    const traits = [
      ...describeConditions(probe.conditions ?? {}),
      ...(probe.conditions || hasUsualHeaders(probe) ? listUsualValues(probe.conditions ?? {}, design) : []),
      ...listRequestTraits(probe),
      ...(position === undefined
        ? []
        : listMomentTraits(exchange, findPrevious(exchanges, position), describeConditions)),
      ...(isAnswered(exchange) ? listResponseTraits(exchange) : []),
    ]
    return new Map(traits.map((trait) => [trait.key, trait]))
  }
  return (exchange) => {
    const traits = known.get(exchange) ?? list(exchange)
    known.set(exchange, traits)
    return traits
  }
}

/** Whether it has no planned conditions because only its address is unusual. */
function hasUsualHeaders({ method, documented, fields = [], omit = [], credential }: Probe): boolean {
  return method === 'GET' && documented && fields.length + omit.length === 0 && credential.kind === 'valid'
}

/**
 * What the server handled right before: several requests if they were sent at once. Nothing says what came before one of those,
 * so there the list is empty.
 */
function findPrevious(exchanges: readonly Exchange[], position: number): readonly Exchange[] {
  if (isConcurrent(exchanges[position])) return []
  const previous = exchanges.slice(0, position).findLastIndex((exchange) => !isConcurrent(exchange))
  return exchanges.slice(Math.min(previous + 1, position - 1), position)
}

function isConcurrent(exchange: Exchange | undefined): boolean {
  return exchange?.probe.parallel !== undefined
}
