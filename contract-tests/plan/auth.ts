import type { Contract } from '../../src/contract/contract.ts'
import type { Probe } from '../../src/judge/exchange.ts'
import { type Credential, userOf } from '../../src/judge/exchange.ts'
import type { PlanFacts, Stage } from '../../src/judge/suite.ts'
import { createLimitedProbe, createProbe } from './createProbe.ts'
import { fitLimit, limitTo } from './design/queryDimensions.ts'
import { createHealthProbe } from './variants.ts'

/** Sends the valid token in equivalent forms. */
export const tokenFormStage: Stage = {
  id: 'token-forms',
  probes: (facts) => createFormProbes(facts, ['two-spaces']),
}

/** Sends the valid token in forms that a server may treat as bad tokens. */
export const refusableFormStage: Stage = {
  id: 'refusable-forms',
  probes: (facts) => createFormProbes(facts, ['bare', 'wrong-scheme', 'word-after', 'garbage-first']),
}

/** Creates a request for each form of the token. If the user passed no token, there are no forms. */
function createFormProbes(facts: PlanFacts, names: readonly string[]): Probe[] {
  return [...facts.credentials.forms]
    .filter(([name]) => names.includes(name))
    .map(([name, credential]) =>
      createProbe(facts, {
        id: `auth/${name}`,
        reason: `how the server responds to ${credential.label}`,
        credential,
        connection: `auth/${name}`,
      }),
    )
}

/** Sends few bad tokens, at the end of the plan: a server may lock out a client that sends bad tokens. */
export const createBadTokenStage = (contract: Contract): Stage => ({
  id: 'bad-tokens',
  probes: (facts) => [
    ...[...facts.credentials.bad].map(([name, credential]) =>
      createProbe(facts, {
        id: `auth/${name}`,
        reason: `whether ${credential.label} is refused`,
        credential,
        // One of these requests has a limit and uses a connection that carried the valid token before, so that a mistake with either shows.
        ...(name === 'garbage-again'
          ? limitTo(contract, String(fitLimit(contract, 1)))
          : { connection: `auth/${name}` }),
      }),
    ),
    ...createTraceProbes(facts),
    createHealthProbe(facts, 'health/bad-tokens'),
  ],
})

/** Creates a TRACE request. A TRACE response repeats the request, so the token must be worthless. */
function createTraceProbes(facts: PlanFacts): Probe[] {
  const credential = facts.credentials.bad.get('garbage')
  if (credential === undefined) return []
  return [
    createProbe(facts, {
      id: 'method/trace',
      reason: 'whether TRACE sends credentials back',
      credential,
      method: 'TRACE',
      documented: false,
      benign: false,
      connection: 'trace',
    }),
  ]
}

/** A limit that is longer than most lists, and that the plan has not sent before, so that no cache has the response yet. */
const FRESH = 1001

/**
 * First the other users, then the first user, send the same new request: the first user's response reveals a cache that ignores the token.
 * The plan's rows contain requests by other users in every position.
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

/** Creates more requests by each user, because the rows have few: requests one after another, then concurrent requests. */
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

/** Returns the part of a probe id that names a user: `first`, `other`, `3`, … */
function nameUser(credential: Credential): 'first' | 'other' | number {
  const user = userOf(credential)
  if (user === 1) return 'first'
  return user === 2 ? 'other' : user
}
