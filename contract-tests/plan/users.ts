import type { Contract } from '../../src/contract/contract.ts'
import { type Credential, userOf } from '../../src/judge/credentials.ts'
import type { Probe } from '../../src/judge/exchange.ts'
import type { PlanFacts, Stage } from '../../src/judge/suite.ts'
import { createLimitedProbe, createProbe } from './createProbe.ts'

/** Longer than most lists, and not sent before, so that no cache has the response yet. */
const FRESH = 1001

/**
 * A new request by the other users, then the same one by the first: the first user's response shows a cache that ignores the
 * token. The rows have requests by other users in every place.
 */
export const createUserStage = (contract: Contract): Stage => ({
  id: 'users',
  probes: (facts) => {
    const { valid, others } = facts.credentials
    if (others.length === 0) return []
    const all = [...others, valid]
    return [
      ...all.map((credential) =>
        createLimitedProbe(contract, facts, {
          id: `users/${nameUser(credential)}-fresh`,
          reason: "whether a user gets another user's response",
          maxResults: FRESH,
          credential,
        }),
      ),
      ...(others.length > 1 ? createProbesForMany(facts, all) : []),
    ]
  },
})

/** The rows have few requests by each of several other users, so these send more: one after another, then together. */
function createProbesForMany(facts: PlanFacts, all: readonly Credential[]): Probe[] {
  const apart = all.map((credential) =>
    createProbe(facts, {
      id: `users/${nameUser(credential)}`,
      reason: "whether a user gets another user's response",
      credential,
      connection: 'users',
    }),
  )
  const together = [...all, ...all].map((credential, index) =>
    createProbe(facts, {
      id: `users/parallel-${index + 1}`,
      reason: 'whether concurrent requests by several users are kept apart',
      credential,
      parallel: 'users',
      connection: `users ${index}`,
    }),
  )
  return [...apart, ...together]
}

/** The part of an id for a user: `first`, `other`, `3`, … */
function nameUser(credential: Credential): 'first' | 'other' | number {
  const user = userOf(credential)
  if (user === 1) return 'first'
  return user === 2 ? 'other' : user
}
