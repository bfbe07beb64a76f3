import type { Contract } from '../../src/contract/contract.ts'
import { type Credential, userOf } from '../../src/harness/credentials.ts'
import type { Stage } from '../../src/harness/stage.ts'
import { createLimitedProbe, createProbe } from './createProbe.ts'

/** Longer than most lists, and not sent before, so that no cache has the response yet. */
const FRESH = 1001

/**
 * Requests by all users, first in turn and then at once: no user may get another's response. The other users send a new
 * request first, so that the first user's response shows a cache that ignores the token.
 */
export const createUserStage = (contract: Contract): Stage => ({
  id: 'users',
  probes: (facts) => {
    const { valid, others } = facts.credentials
    if (others.length === 0) return []
    const inTurn = [...others, valid]
    const reason = "whether a user gets another user's response"
    return [
      ...inTurn.map((credential) =>
        createLimitedProbe(contract, facts, {
          id: `users/${nameTurn(credential)}-fresh`,
          reason,
          most: FRESH,
          credential,
        }),
      ),
      // In another order: a cache that mixes two users up gives each of them a correct list once.
      ...[...others.toReversed(), valid].map((credential) =>
        createProbe(facts, { id: `users/${nameTurn(credential)}`, reason, credential, connection: 'users' }),
      ),
      ...[...inTurn, ...inTurn].map((credential, index) =>
        createProbe(facts, {
          id: `users/parallel-${index + 1}`,
          reason: 'whether concurrent requests by several users are kept apart',
          credential,
          parallel: 'users',
          connection: `users ${index}`,
        }),
      ),
    ]
  },
})

/** The part of an id for a user: `first`, `other`, `3`, … */
function nameTurn(credential: Credential): 'first' | 'other' | number {
  const user = userOf(credential)
  if (user === 1) return 'first'
  return user === 2 ? 'other' : user
}
