import type { Contract } from '../../../src/contract/contract.ts'
import { pluralize } from '../../../src/contract/words.ts'
import type { Check } from '../../../src/judge/check.ts'
import { type Exchange, isAnswered, type Probe } from '../../../src/judge/exchange.ts'
import { describeCredential, hasCondition, isProbe, mustBeServed } from '../exchanges.ts'
import { whenAnswered } from '../whenAnswered.ts'
import { describeRange } from './limitCrashes.ts'

/** Creates the checks that only describe behaviour. The contract leaves this behaviour open, but clients may encounter it. */
export const createProfileChecks = (contract: Contract): readonly Check[] => [
  createObservation({
    id: 'profile-limit',
    title: 'Profile: limits that the contract leaves open',
    requirement: {
      text: `${describeRange(contract.limit)}; the contract does not define the response to other values`,
      pointer: `${contract.limit.pointer}/schema`,
    },
    sent: 'limits of 0 and -1; limits with letters; empty, repeated and too large limits; and an unknown parameter',
    concerns: ({ probe }) =>
      ['=0', '=-1', '=abc', '=', '=2147483648', `=1&${contract.limit.name}=2`].includes(
        restOfQuery(contract, probe),
      ) || hasCondition({ probe }, 'query', 'among-others'),
  }),
  createObservation({
    id: 'profile-refusals',
    title: 'Profile: refusals and other methods',
    requirement: { standard: 'RFC 9110 section 15.5', text: 'A 4xx says that the client may have erred' },
    sent: 'no token, a random token, an unknown method, HEAD, and a preflight',
    concerns: (exchange) =>
      isProbe(exchange, 'auth/none', 'auth/garbage', 'method/unknown', 'head/1', 'origin/preflight'),
  }),
]

type Observation = Pick<Check, 'id' | 'title' | 'requirement' | 'sent'> & {
  concerns: (exchange: Pick<Exchange, 'probe'>) => boolean
}

/** Creates a check that reports the responses to some probes. */
function createObservation({ concerns, ...check }: Observation): Check {
  return {
    ...check,
    level: 'INFO',
    special: 'describes',
    fix: 'You need not fix anything, because the contract leaves this behaviour open.',
    requires: 'a token that the server accepts',
    applies: (exchange, facts) =>
      concerns(exchange) &&
      exchange.attempt === 1 &&
      isAnswered(exchange) &&
      facts.served &&
      // A condition other than the limit may be the reason for the refusal.
      mustBeServed(exchange, facts, 'limit'),
    judge: whenAnswered((exchange, facts) => {
      const { status } = exchange.response
      const { count } = facts.analyse(exchange)
      const actual = count === undefined ? `${status}` : `${status} and ${pluralize(count, 'plant')}`
      const message = `${describeRequest(exchange)} gets ${actual}`
      return [{ message, pointer: describeRequest(exchange), expected: 'anything', actual }]
    }),
  }
}

function describeRequest({ probe }: Exchange): string {
  if (probe.method !== 'GET') return probe.method
  if (probe.query !== undefined) return `?${probe.query}`
  return probe.credential.kind === 'valid' ? probe.id : describeCredential(probe)
}

/** Returns the part of the query after the limit's name, if the operator's query starts with this name. */
const restOfQuery = ({ limit: { name } }: Contract, { credential, query = '' }: Probe): string =>
  credential.kind === 'valid' && query.startsWith(name) ? query.slice(name.length) : ''
