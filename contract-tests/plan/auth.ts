import type { Contract } from '../../src/contract/contract.ts'
import type { Probe } from '../../src/judge/exchange.ts'
import { type Credential, userOf } from '../../src/judge/exchange.ts'
import type { PlanFacts, Stage } from '../../src/judge/suite.ts'
import { createLimitedProbe, createProbe } from './createProbe.ts'
import { fitLimit, limitTo } from './design/queryDimensions.ts'
import { createHealthProbe } from './variants.ts'

/** Sends the valid token after two spaces, which is an equivalent spelling. */
export const tokenFormStage: Stage = {
  id: 'token-forms',
  probes: (facts) => createFormProbes(facts, ['two-spaces']),
}

/** Sends the valid token in spellings that a server may treat as bad tokens. */
export const refusableFormStage: Stage = {
  id: 'refusable-forms',
  probes: (facts) => createFormProbes(facts, ['bare', 'wrong-scheme', 'word-after', 'garbage-first']),
}

/** Creates a request for each spelling of the token. If the user passed no token, there are no spellings. */
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

/** Sends bad tokens at the end of the plan, because a server may block a client that sends bad tokens. */
export const createBadTokenStage = (contract: Contract): Stage => ({
  id: 'bad-tokens',
  probes: (facts) => [
    ...[...facts.credentials.bad].map(([name, credential]) =>
      createProbe(facts, {
        id: `auth/${name}`,
        reason: `whether ${credential.label} is refused`,
        credential,
        // One request has a limit, and uses a connection that carried the valid token, because a mistake may need one of these conditions.
        ...(name === 'garbage-again'
          ? limitTo(contract, String(fitLimit(contract, 1)))
          : { connection: `auth/${name}` }),
      }),
    ),
    ...createTraceProbes(facts),
    createHealthProbe(facts, 'health/bad-tokens'),
  ],
})

/** Creates a TRACE request with a random token, because a TRACE response repeats the request. */
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

/** A limit that is larger than most lists. The plan has usually not sent this limit before, so no cache has the response yet. */
const FRESH = 1001

/**
 * First the other users and then the first user send the same new request. The first user's response reveals a cache that ignores the
 * token. The plan's rows contain other users' requests in every position.
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

/** Creates more requests for each user: first one after another, then concurrently. The rows have few such requests. */
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
      reason: 'whether the server mixes up concurrent requests from several users',
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
