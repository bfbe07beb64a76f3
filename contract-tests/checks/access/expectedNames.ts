import type { BodyFacts } from '../../../src/harness/body/analyseResponse.ts'
import type { Facts } from '../../../src/harness/check.ts'
import type { Credential } from '../../../src/harness/credentials.ts'
import type { AnsweredExchange } from '../../../src/harness/exchange.ts'
import type { Expected } from '../../../src/harness/expectations.ts'
import { isPlantsAnswer } from '../define.ts'

const counted = new WeakMap<BodyFacts, ReadonlyMap<string, number>>()

/** What the operator expects of the token that an exchange was sent with. */
export function expectedOf({ probe }: AnsweredExchange, { expectations }: Facts): Expected | undefined {
  return probe.credential.kind === 'other' ? expectations?.otherToken : expectations?.token
}

/** The names in an answer, and how often each comes. */
export function namesIn(exchange: AnsweredExchange, facts: Facts): ReadonlyMap<string, number> {
  const { body } = facts.analyse(exchange)
  const known = counted.get(body)
  if (known) return known
  const names = new Map<string, number>()
  for (const name of body.unread === undefined ? body.names() : [])
    names.set(name, (names.get(name) ?? 0) + 1)
  counted.set(body, names)
  return names
}

/** Names in an answer that its token must not see. */
export function foreignIn(exchange: AnsweredExchange, facts: Facts): string[] {
  const names = namesIn(exchange, facts)
  return (expectedOf(exchange, facts)?.mustNotSee ?? []).filter((name) => names.has(name))
}

/** Answers with plants to one of the two tokens, those with a small limit left out. */
export function servedTo(kind: Credential['kind'], facts: Facts): AnsweredExchange[] {
  return facts.exchanges.filter(isPlantsAnswer).filter(({ probe }) => {
    return probe.credential.kind === kind && (probe.limit === 'absent' || (probe.most ?? 0) >= 1000)
  })
}
