import type { Contract } from '../../../src/contract/contract.ts'
import { pluralize } from '../../../src/contract/words.ts'
import type { Check, Facts } from '../../../src/judge/check.ts'
import { type AnsweredExchange, type Exchange, isPlantsAnswer } from '../../../src/judge/exchange.ts'
import { isLimited } from '../exchanges.ts'
import { countViolation, whenAnswered } from '../whenAnswered.ts'

/** That a list is not shorter than it has to be, with a limit and without. */
export const createListLengthChecks = (contract: Contract): readonly Check[] => [
  {
    id: 'list-not-empty-without-limit',
    title: 'Returns plants without a limit if it returns some with one',
    level: 'MUST',
    requirement: {
      text: 'All plants that the user has access to are returned',
      pointer: contract.operation.pointer,
    },
    sent: 'the request without limit, before and after requests with one',
    fix: 'Treat a missing limit as no limit, not as 0.',
    requires: 'a list without a limit and one with a limit',
    special: 'once-is-a-warning',
    applies: (exchange, facts) =>
      isPlainList(exchange) && facts.exchanges.some((other) => isLimited(other) && isPlantsAnswer(other)),
    judge: whenAnswered((exchange, facts) => {
      if (facts.analyse(exchange).body.count !== 0) return []
      const limited = findListWithPlants(exchange, facts)
      if (limited === undefined) return []
      const { query } = limited.probe
      const count = pluralize(facts.analyse(limited).body.count ?? 0, 'plant')
      const message = `the list is empty without a limit, but ?${query} returns ${count}`
      return countViolation(0, message, 'all plants of the user')
    }),
  },
  {
    id: 'limit-fills-up',
    title: 'Returns `limit` plants when more exist',
    level: 'SHOULD',
    requirement: {
      text: 'All plants that the user has access to are returned',
      pointer: contract.operation.pointer,
    },
    sent: 'positive limits below the length of the list',
    fix: 'Look for an off-by-one in the count, such as a comparison or an index, and for plants that are filtered out after the limit was applied.',
    requires: "a list that is longer than a limit: give the token's user at least two plants",
    after: ['limit-honoured'],
    applies: (exchange, facts) => {
      if (!isPlantsAnswer(exchange) || !isLimited(exchange)) return false
      // The kit does not know how many plants another user has.
      if (exchange.probe.credential.kind !== 'valid') return false
      const { count } = facts.analyse(exchange).body
      return count !== undefined && (facts.fewest ?? 0) > (exchange.probe.maxResults ?? 0)
    },
    judge: whenAnswered((exchange, facts) => {
      const { count = 0 } = facts.analyse(exchange).body
      const { maxResults = 0, query } = exchange.probe
      if (count >= maxResults) return []
      const message = `?${query} returns ${pluralize(count, 'plant')}, but the list has ${facts.fewest}`
      return countViolation(count, message, pluralize(maxResults, 'element'))
    }),
  },
]

function isPlainList(exchange: Exchange): exchange is AnsweredExchange {
  const { probe } = exchange
  return isPlantsAnswer(exchange) && probe.limit === 'absent' && probe.query === undefined
}

/**
 * A list with plants that a limit got, and that shows that an empty one is wrong. A list may become empty, or cease to be, so
 * there must be plants before the empty list and after it, or another empty list after the plants.
 */
function findListWithPlants(empty: AnsweredExchange, facts: Facts): AnsweredExchange | undefined {
  const lists = facts.exchanges
    .filter(isPlantsAnswer)
    .filter(({ probe }) => probe.credential.kind === empty.probe.credential.kind)
  const hasPlants = (list: AnsweredExchange): boolean => (facts.analyse(list).body.count ?? 0) > 0
  const at = lists.indexOf(empty)
  const later = lists.findIndex((list, index) => index > at && isLimited(list) && hasPlants(list))
  if (at < 0 || later < 0) return undefined
  const isEmptyAgain = lists.slice(later).some((list) => isPlainList(list) && !hasPlants(list))
  return isEmptyAgain || lists.slice(0, at).some(hasPlants) ? lists[later] : undefined
}
