import type { Facts } from '../../../src/harness/check.ts'
import type { Exchange } from '../../../src/harness/exchange.ts'
import type { CheckDefinition } from '../define.ts'
import {
  answered,
  inContract,
  inStandard,
  isAnswered,
  isAuthorised,
  isPlantsAnswer,
  isServed,
  statusViolation,
} from '../define.ts'
import { limitCrashes } from './limitCrashes.ts'

const atMost = inContract('limit is the maximum number of results to return', ({ limit }) => limit.pointer)

const isLimited = (exchange: Exchange): boolean => isAuthorised(exchange) && exchange.probe.most !== undefined
const isEncoded = ({ probe }: Exchange): boolean => probe.id.startsWith('limit-form/')

/** What `limit` means, and that no value of it breaks the server. */
export const limit: readonly CheckDefinition[] = [
  {
    id: 'limit-honoured',
    title: 'A limit is the most results that come',
    level: 'MUST',
    clause: atMost,
    rows: ['LM01', 'LM02', 'LM03', 'LM04', 'LM05', 'LM06', 'LM07', 'LM12', 'CA06'],
    sent: 'positive limits below the length of the list, around it and far above it; in a row, at once, and percent-encoded',
    expected: 'no more elements than the limit',
    requires: 'a list that is longer than a limit: seed two plants for the token',
    subject: 'body',
    essential: true,
    applies: (exchange, facts) => {
      if (!isPlantsAnswer(exchange) || !isLimited(exchange)) return false
      const { body } = facts.analyse(exchange)
      if (body.unread !== undefined) return body.syntaxProblem === undefined
      if (body.count === undefined) return false
      // A limit that the list does not reach says nothing.
      return (facts.plants ?? 0) > (exchange.probe.most ?? 0)
    },
    judge: answered((exchange, facts) => {
      const { body } = facts.analyse(exchange)
      const { query, most = 0 } = exchange.probe
      if (body.unread !== undefined) return { inconclusive: body.unread }
      const { count = 0 } = body
      if (count <= most) return []
      return [
        {
          message: `?${query} returns ${count} plants`,
          pointer: '',
          expected: `at most ${most} elements`,
          actual: `${count} elements`,
        },
      ]
    }),
  },
  {
    id: 'limit-usable',
    title: 'At least one positive limit is served',
    level: 'MUST',
    clause: atMost,
    rows: ['LM13'],
    sent: 'positive limits from 1 to 2147483647',
    expected: '200 for at least one of them',
    requires: 'a plain request that is served',
    subject: 'status',
    applies: (exchange, facts) => isLimited(exchange) && isAnswered(exchange) && isServed(facts),
    judge: answered((exchange, facts) => {
      const { status } = exchange.response
      if (status < 400 || status > 499 || status === 401 || status === 403 || status === 429) return []
      const answers = facts.exchanges.filter((other) => isLimited(other) && isAnswered(other))
      if (answers.some(({ response }) => response?.status === 200)) return []
      const values = [...new Set(answers.map(({ probe }) => probe.most))].join(', ')
      return [statusViolation(exchange, '200', `no positive limit is served; tried ${values}`)]
    }),
  },
  ...limitCrashes,
  {
    id: 'limit-encoding-equal',
    title: 'A percent-encoded limit is the same limit',
    level: 'SHOULD',
    clause: inStandard(
      'RFC 3986 section 2.3',
      'URIs that differ in the encoding of unreserved characters are equivalent',
    ),
    rows: ['LM12'],
    sent: 'the name and the value of limit, percent-encoded',
    expected: 'the same status as without',
    requires: 'a limit that is served',
    applies: (exchange, facts) =>
      isEncoded(exchange) &&
      exchange.probe.benign &&
      isAnswered(exchange) &&
      isAlsoServedPlainly(exchange, facts),
    judge: answered((exchange) =>
      exchange.response.status >= 400 && exchange.response.status < 500 && exchange.response.status !== 429
        ? [
            statusViolation(
              exchange,
              '200',
              `?${exchange.probe.query} is refused, ?limit=${exchange.probe.most} is served`,
            ),
          ]
        : [],
    ),
  },
  {
    id: 'limit-fills-up',
    title: 'A limit does not keep plants back',
    level: 'SHOULD',
    clause: inContract(
      'All plants are returned that the user has access to',
      ({ operation }) => operation.pointer,
    ),
    rows: ['LM15', 'LM16', 'C19', 'C20'],
    sent: 'positive limits below the length of the list',
    expected: 'as many elements as the limit allows, since the list has more',
    requires: 'a list that is longer than a limit: seed two plants for the token',
    applies: (exchange, facts) => {
      if (!isPlantsAnswer(exchange) || !isAnswered(exchange) || !isLimited(exchange)) return false
      // How many plants another user has is not known.
      if (exchange.probe.credential.kind !== 'valid') return false
      return (
        facts.analyse(exchange).body.count !== undefined && (facts.fewest ?? 0) > (exchange.probe.most ?? 0)
      )
    },
    judge: answered((exchange, facts) => {
      const { count = 0 } = facts.analyse(exchange).body
      const { most = 0, query } = exchange.probe
      if (count >= most) return []
      return [
        {
          message: `?${query} returns ${count} plants, though the list has ${facts.fewest}`,
          pointer: '',
          expected: `${most} elements`,
          actual: `${count} elements`,
        },
      ]
    }),
  },
]

/** Whether the same limit, written plainly, is served: then a refusal is about the encoding. */
function isAlsoServedPlainly({ probe }: Exchange, facts: Facts): boolean {
  return facts.exchanges.some(
    (other) =>
      isLimited(other) &&
      !isEncoded(other) &&
      other.probe.most === probe.most &&
      other.response?.status === 200,
  )
}
