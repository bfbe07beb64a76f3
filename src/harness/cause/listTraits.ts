import type { Design } from '../design.ts'
import { type Conditions, type Exchange, isAnswered } from '../exchange.ts'
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
    const previous = position === undefined ? undefined : findPrevious(exchanges, position)
    const traits = [
      ...describeConditions(probe.conditions ?? {}),
      ...(probe.conditions ? listUsualValues(probe.conditions, design) : []),
      ...listRequestTraits(probe),
      ...(position === undefined ? [] : listMomentTraits(exchange, previous, describeConditions)),
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

/** The exchange before, unless the server saw several requests at once: nothing says in which order it read them. */
function findPrevious(exchanges: readonly Exchange[], position: number): Exchange | undefined {
  const previous = exchanges[position - 1]
  const isConcurrent = exchanges[position]?.probe.parallel !== undefined
  return isConcurrent || previous?.probe.parallel !== undefined ? undefined : previous
}
