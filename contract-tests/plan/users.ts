import type { PlanFacts, Stage } from '../../src/harness/stage.ts'
import { probe } from './probe.ts'

/** A limit above most lists that no request before had, so that no cache knows its answer yet. */
const FRESH = 1001

/**
 * Two users by turns, and then at once: what one of them is answered must never reach the other. The second user asks
 * first, and asks for something new, so that a cache which forgets the token shows in the first user's answer.
 */
export const users: Stage = {
  id: 'users',
  probes: (facts) => {
    const { valid, other } = facts.credentials
    if (other === undefined) return []
    const fresh = { query: `${facts.limit}=${FRESH}`, limit: 'positive', most: FRESH } as const
    const byTurns = 'whether one user gets what the other was answered'
    return [
      probe(facts, 'users/other-fresh', byTurns, { ...fresh, credential: other }),
      probe(facts, 'users/first-fresh', byTurns, { ...fresh, credential: valid }),
      probe(facts, 'users/other', byTurns, { credential: other, connection: 'users' }),
      probe(facts, 'users/first', byTurns, { credential: valid, connection: 'users' }),
      ...[other, valid, other, valid].map((credential, index) => atOnce(facts, credential, index + 1)),
    ]
  },
}

function atOnce(facts: PlanFacts, credential: PlanFacts['credentials']['valid'], index: number) {
  return probe(facts, `users/parallel-${index}`, 'whether two users at once are told apart', {
    credential,
    parallel: 'users',
    connection: `users ${index}`,
  })
}
