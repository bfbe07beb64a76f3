import type { Exchange } from '../../../src/harness/exchange.ts'
import type { CheckDefinition } from '../define.ts'
import { answered, inContract, inStandard, isAnswered, isServed } from '../define.ts'

const LIMITS = [
  'bad-limit/zero',
  'bad-limit/minus-one',
  'bad-limit/letters',
  'bad-limit/empty',
  'bad-limit/repeated',
  'bad-limit/past-int32',
  'limit-form/second',
]
const REFUSALS = ['auth/none', 'auth/garbage', 'method/unknown', 'head', 'origin/preflight']

/** What the contract leaves open and clients still meet: told, never judged. */
export const profile: readonly CheckDefinition[] = [
  observation(
    'profile-limit',
    'What limits do that the contract leaves open',
    inContract('limit is an int32; what other values do is open', ({ limit }) => `${limit.pointer}/schema`),
    ['C17', 'C23', 'C24', 'C30', 'C31', 'C32', 'C34'],
    'limits of 0, -1, letters, nothing, twice, past int32, and a parameter that nobody knows',
    LIMITS,
  ),
  observation(
    'profile-refusals',
    'What refusals and other methods look like',
    inStandard('RFC 9110 section 15.5', 'Which 4xx tells a client what is a choice'),
    ['C01', 'C02', 'C05', 'C11', 'C42'],
    'the request without a token and with a random one, an unknown method, HEAD, and a preflight',
    REFUSALS,
  ),
]

/** A check that tells the answer to each of some probes. */
function observation(
  id: string,
  title: string,
  clause: CheckDefinition['clause'],
  rows: readonly string[],
  sent: string,
  probes: readonly string[],
): CheckDefinition {
  return {
    id,
    title,
    level: 'INFO',
    clause,
    rows,
    sent,
    expected: 'anything',
    requires: 'a token that is accepted',
    applies: (exchange, facts) =>
      probes.includes(exchange.probe.id) && exchange.attempt === 1 && isAnswered(exchange) && isServed(facts),
    judge: answered((exchange, facts) => {
      const { status } = exchange.response
      const { count } = facts.analyse(exchange).body
      const plants = count === undefined ? '' : ` and ${count} plants`
      const actual = `${status}${plants}`
      const asked = askedFor(exchange)
      return [
        { message: `${asked} gives ${actual}`, pointer: exchange.probe.id, expected: 'anything', actual },
      ]
    }),
  }
}

function askedFor({ probe }: Exchange): string {
  if (probe.query !== undefined) return `?${probe.query}`
  if (probe.method !== 'GET') return probe.method
  return probe.credential.kind === 'valid' ? probe.id : probe.credential.label
}
