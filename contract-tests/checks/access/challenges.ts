import type { Exchange } from '../../../src/harness/exchange.ts'
import type { CheckDefinition } from '../define.ts'
import { answered, fieldOf, inStandard, isAnswered, isServed, statusViolation } from '../define.ts'
import { parseChallenges } from './parseChallenges.ts'

/** How a refusal tells a client what to do about it. */
export const challenges: readonly CheckDefinition[] = [
  {
    id: 'auth-challenge-bearer',
    title: 'The challenge of a 401 is one of the scheme Bearer',
    level: 'SHOULD',
    clause: inStandard(
      'RFC 6750 section 3',
      'The scheme Bearer is followed by one or more parameters, realm at most once',
    ),
    rows: ['AU20'],
    sent: 'requests without a token and with bad ones',
    expected: 'WWW-Authenticate: Bearer realm="…", alone or among other challenges',
    requires: 'a 401 with WWW-Authenticate',
    applies: (exchange) => isChallenged(exchange),
    judge: (exchange) => {
      const actual = fieldOf(exchange, 'www-authenticate').join(', ')
      const problem = problemOf(actual)
      if (problem === undefined) return []
      return [{ message: problem, pointer: 'WWW-Authenticate', expected: 'Bearer realm="…"', actual }]
    },
  },
  {
    id: 'auth-challenge-no-error-unasked',
    title: 'A request without a token is not told that its token is wrong',
    level: 'SHOULD',
    clause: inStandard(
      'RFC 6750 section 3.1',
      'A request without authentication information gets no error code',
    ),
    rows: ['AU21'],
    sent: 'requests without a token',
    expected: 'a challenge without error',
    requires: 'a 401 with WWW-Authenticate to a request without a token',
    applies: (exchange) => isChallenged(exchange) && exchange.probe.credential.kind === 'none',
    judge: (exchange) => {
      const actual = fieldOf(exchange, 'www-authenticate').join(', ')
      const bearer = parseChallenges(actual)?.filter(({ scheme }) => scheme === 'bearer') ?? []
      if (!bearer.some(({ parameters }) => parameters.some(([name]) => name === 'error'))) return []
      const message = 'a request without a token is answered with an error code about its token'
      return [{ message, pointer: 'WWW-Authenticate', expected: 'no error parameter', actual }]
    },
  },
  {
    id: 'auth-bad-token-401',
    title: 'A wrong token is answered with 401',
    level: 'INFO',
    clause: inStandard('RFC 6750 section 3.1', 'invalid_token goes with 401, insufficient_scope with 403'),
    rows: ['AU22', 'C01'],
    sent: 'random tokens',
    expected: '401',
    requires: 'a refusal of a random token',
    applies: (exchange, facts) =>
      ['auth/garbage', 'auth/garbage-again'].includes(exchange.probe.id) &&
      isAnswered(exchange) &&
      isServed(facts) &&
      exchange.response.status >= 300 &&
      exchange.response.status < 500,
    judge: answered((exchange) =>
      exchange.response.status === 401
        ? []
        : [
            statusViolation(
              exchange,
              '401',
              'another refusal than 401, which clients take for "token expired"',
            ),
          ],
    ),
  },
]

function isChallenged({ probe, response }: Exchange): boolean {
  const refusable = probe.credential.kind === 'none' || probe.credential.kind === 'bad'
  return (
    refusable &&
    probe.documented &&
    response?.status === 401 &&
    response.fields.some(([name]) => name.toLowerCase() === 'www-authenticate')
  )
}

function problemOf(value: string): string | undefined {
  const all = parseChallenges(value)
  if (all === undefined) return `the challenge cannot be read: ${value}`
  const bearer = all.find(({ scheme }) => scheme === 'bearer')
  if (!bearer) return `no challenge is of the scheme Bearer: ${value}`
  if (bearer.parameters.length === 0) return 'the challenge Bearer has no parameter'
  const realms = bearer.parameters.filter(([name]) => name === 'realm')
  return realms.length > 1 ? 'the challenge has realm twice' : undefined
}
