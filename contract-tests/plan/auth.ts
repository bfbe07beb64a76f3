import type { PlanFacts, Stage } from '../../src/harness/stage.ts'
import { health } from './badLimits.ts'
import { limited, probe } from './probe.ts'

/** Requests that must be refused, right after ones that are served: what is replayed from a cache shows. */
export const withoutToken: Stage = {
  id: 'without-token',
  probes: (facts) => {
    const credential = facts.credentials.none
    const refused = 'whether the token is needed'
    const replayed = 'whether a refusal is replayed to a request with the token'
    return [
      probe(facts, 'auth/none', refused, { credential, connection: 'auth/none' }),
      // On one connection, so that they are repeated together: what a refusal leaves behind shows right after it.
      probe(facts, 'health/without-token', replayed, { connection: 'auth/none' }),
      limited(facts, 1, {
        id: 'auth/none-limit',
        reason: refused,
        credential,
        parallel: 'stranger',
        connection: 'auth/none-limit',
      }),
      probe(facts, 'parallel/with-stranger', 'whether who asks at the same time is told apart', {
        parallel: 'stranger',
        connection: 'parallel stranger',
      }),
      ...[1, 2].map((index) =>
        probe(facts, `auth/replay-${index}`, 'whether an authorised answer is replayed', {
          credential,
          connection: `replay ${index}`,
        }),
      ),
      probe(facts, 'auth/none-bad-limit', 'whether a bad request needs the token too', {
        credential,
        query: `${facts.limit}=abc`,
        limit: 'outside',
      }),
      ...paths(facts),
      ...cookie(facts),
      // With a limit that nobody asked for without a token: one who is not blocked is served.
      limited(facts, 3, { id: 'health/without-tokens', reason: replayed, connection: 'auth/none' }),
    ]
  },
}

/** The valid token in other forms that mean the same. */
export const tokenForms: Stage = {
  id: 'token-forms',
  probes: (facts) => forms(facts).filter(({ id }) => !REFUSABLE.has(id)),
}

/** The valid token in forms that a server may take for bad tokens. */
export const refusableForms: Stage = {
  id: 'refusable-forms',
  probes: (facts) => forms(facts).filter(({ id }) => REFUSABLE.has(id)),
}

const REFUSABLE = new Set(['auth/bare', 'auth/wrong-scheme', 'auth/garbage-first'])

function forms(facts: PlanFacts) {
  return [...facts.credentials.forms].map(([id, credential]) =>
    probe(facts, `auth/${id}`, `what ${credential.label} does`, { credential, connection: `auth/${id}` }),
  )
}

/** Bad tokens come last and are few: a server may block whoever sends them. */
export const badTokens: Stage = {
  id: 'bad-tokens',
  probes: (facts) => [
    ...[...facts.credentials.bad].map(([id, credential]) =>
      probe(facts, `auth/${id}`, `whether ${credential.label} is refused`, {
        credential,
        // One of them on a connection where the good token was, and with a limit: neither vouches for it.
        ...(id === 'garbage-again'
          ? { query: `${facts.limit}=1`, limit: 'positive', most: 1 }
          : { connection: `auth/${id}` }),
      }),
    ),
    ...trace(facts),
    health(facts, 'bad-tokens'),
  ],
}

/** TRACE sends the request back. Never with a token that opens anything. */
function trace(facts: PlanFacts) {
  const credential = facts.credentials.bad.get('garbage')
  if (credential === undefined) return []
  return [
    probe(facts, 'method/trace', 'whether TRACE gives credentials away', {
      credential,
      method: 'TRACE',
      documented: false,
      benign: false,
      connection: 'trace',
    }),
  ]
}

/** Spellings of the path that a gateway and a server may read differently. */
function paths(facts: PlanFacts) {
  const spellings = {
    'trailing-slash': `${facts.path}/`,
    'double-slash': `/${facts.path}`,
    'upper-case': facts.path.toUpperCase(),
    parameter: `${facts.path};a`,
  }
  return Object.entries(spellings).map(([id, path]) =>
    probe(facts, `auth/path-${id}`, 'whether another spelling of the path opens without a token', {
      credential: facts.credentials.none,
      documented: false,
      path,
    }),
  )
}

function cookie(facts: PlanFacts) {
  if (facts.cookie === undefined) return []
  const reason = 'whether a cookie opens without a token'
  return [
    probe(facts, 'auth/cookie', reason, {
      credential: facts.credentials.none,
      fields: [['Cookie', facts.cookie]],
      connection: 'cookie',
    }),
  ]
}
