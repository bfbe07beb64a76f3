import type { Contract } from '../../src/contract/contract.ts'
import type { Stage } from '../../src/harness/stage.ts'
import { createLimitedProbe, createProbe } from './createProbe.ts'

/** Longer than most lists, and not sent before, so that no cache has the response yet. */
const FRESH = 1001

/**
 * Requests by two users, first in turn and then at once: no user may get the other's response. The second user sends a
 * new request first, so that the first user's response shows a cache that ignores the token.
 */
export const createUserStage = (contract: Contract): Stage => ({
  id: 'users',
  probes: (facts) => {
    const { valid, others } = facts.credentials
    const [other] = others
    if (other === undefined) return []
    const reason = "whether a user gets the other user's response"
    const concurrent = {
      reason: 'whether concurrent requests by two users are kept apart',
      parallel: 'users',
    }
    return [
      createLimitedProbe(contract, facts, {
        id: 'users/other-fresh',
        reason,
        most: FRESH,
        credential: other,
      }),
      createLimitedProbe(contract, facts, {
        id: 'users/first-fresh',
        reason,
        most: FRESH,
        credential: valid,
      }),
      createProbe(facts, { id: 'users/other', reason, credential: other, connection: 'users' }),
      createProbe(facts, { id: 'users/first', reason, credential: valid, connection: 'users' }),
      createProbe(facts, { id: 'users/parallel-1', ...concurrent, credential: other, connection: 'users 0' }),
      createProbe(facts, { id: 'users/parallel-2', ...concurrent, credential: valid, connection: 'users 1' }),
      createProbe(facts, { id: 'users/parallel-3', ...concurrent, credential: other, connection: 'users 2' }),
      createProbe(facts, { id: 'users/parallel-4', ...concurrent, credential: valid, connection: 'users 3' }),
    ]
  },
})
