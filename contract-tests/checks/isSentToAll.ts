import type { Facts } from '../../src/judge/check.ts'
import { type AnsweredExchange, isPlantsAnswer } from '../../src/judge/exchange.ts'

/** Whether requests with the token get the same at times in place of plants, from a rate limit for instance: it opens nothing. */
export function isSentToAll(exchange: AnsweredExchange, facts: Facts): boolean {
  const { body, status } = exchange.response
  if (body.length === 0 || facts.plants === undefined || facts.analyse(exchange).body.count !== undefined)
    return false
  return facts.exchanges.some(
    (other) => isPlantsAnswer(other) && other.response.status === status && other.response.body.equals(body),
  )
}
