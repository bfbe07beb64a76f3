import type { BodyAnalysis } from '../../../src/harness/body/analyseResponse.ts'
import type { Facts } from '../../../src/harness/check.ts'
import { type AnsweredExchange, isPlantsAnswer } from '../../../src/harness/exchange.ts'
import type { ExpectedPlants } from '../../../src/harness/expectations.ts'

/** Limits from here on are taken for the whole list. */
export const WHOLE_LIST = 1000

const counted = new WeakMap<BodyAnalysis, ReadonlyMap<string, number>>()

/** The plants that the operator expects, and does not expect, for the token of an exchange. */
export function findExpectedPlants(
  { probe }: AnsweredExchange,
  { expectations }: Facts,
): ExpectedPlants | undefined {
  return probe.credential.kind === 'other' ? expectations?.otherToken : expectations?.token
}

/** The names in a response, each with the number of its occurrences. */
export function countNames(exchange: AnsweredExchange, facts: Facts): ReadonlyMap<string, number> {
  const { body } = facts.analyse(exchange)
  const earlier = counted.get(body)
  if (earlier) return earlier
  const names = new Map<string, number>()
  for (const name of body.unread === undefined ? body.names() : [])
    names.set(name, (names.get(name) ?? 0) + 1)
  counted.set(body, names)
  return names
}

/** The names in a response that its token must not see. */
export function findForeignNames(exchange: AnsweredExchange, facts: Facts): string[] {
  const names = countNames(exchange, facts)
  return (findExpectedPlants(exchange, facts)?.mustNotSee ?? []).filter((name) => names.has(name))
}

/** The expected names that no response to this token has. */
export function findMissingNames(exchange: AnsweredExchange, facts: Facts): string[] {
  const { sees = [] } = findExpectedPlants(exchange, facts) ?? {}
  const responses = findWholeLists(exchange.probe.credential.kind === 'other' ? 'other' : 'valid', facts)
  return sees.filter((name) => !responses.some((response) => countNames(response, facts).has(name)))
}

export function haveSameNames(one: AnsweredExchange, other: AnsweredExchange, facts: Facts): boolean {
  if (one.response.body === other.response.body) return true
  const [names, others] = [countNames(one, facts), countNames(other, facts)]
  return names.size === others.size && [...names.keys()].every((name) => others.has(name))
}

/** The responses with the whole list of the operator or of the second user: without a limit, or with a large one. */
export function findWholeLists(kind: 'valid' | 'other', facts: Facts): AnsweredExchange[] {
  return facts.exchanges
    .filter(isPlantsAnswer)
    .filter((exchange) => exchange.probe.credential.kind === kind && isWholeList(exchange))
}

export function isWholeList({ probe }: AnsweredExchange): boolean {
  return probe.limit === 'absent' || (probe.most ?? 0) >= WHOLE_LIST
}
