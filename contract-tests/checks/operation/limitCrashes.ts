import type { LimitClass } from '../../../src/harness/exchange.ts'
import type { CheckDefinition } from '../define.ts'
import { inContract, inStandard, isAuthorised, statusViolation } from '../define.ts'

const isInt32 = inContract('limit is an int32 without a minimum', ({ limit }) => `${limit.pointer}/schema`)

/** That no value of `limit` makes the server err. */
export const limitCrashes: readonly CheckDefinition[] = [
  noCrash(
    'limit-positive-no-crash',
    'No positive limit crashes the server',
    'MUST',
    'positive',
    ['LM09'],
    isInt32,
  ),
  noCrash(
    'limit-open-no-crash',
    'Zero and negative limits do not crash the server',
    'MUST',
    'open',
    ['LM10'],
    isInt32,
  ),
  noCrash(
    'limit-outside-no-crash',
    'A limit that is no int32 does not crash the server',
    'SHOULD',
    'outside',
    ['LM11', 'RB03', 'RB04', 'RB05'],
    inStandard('RFC 9110 section 15.6', 'A 5xx says that the server has erred'),
  ),
]

function noCrash(
  id: string,
  title: string,
  level: CheckDefinition['level'],
  limitClass: LimitClass,
  rows: readonly string[],
  clause: CheckDefinition['clause'],
): CheckDefinition {
  const must = level === 'MUST'
  return {
    id,
    title,
    level,
    clause,
    rows,
    sent: {
      absent: '',
      positive: 'limits from 1 to 2147483647',
      open: 'limit=0, -1 and -2147483648',
      outside: 'limits that are no int32: letters, fractions, too many digits, empty, repeated, broken',
    }[limitClass],
    expected: must ? 'no 500 or 501' : 'no 500 or 501, and an answer',
    requires: 'an answer to such a limit',
    subject: 'status',
    allowOnce: must,
    impliedBy: ['operation-exists'],
    applies: (exchange) => {
      const { probe, response, failure } = exchange
      if (!isAuthorised(exchange) || probe.limit !== limitClass) return false
      return (
        response !== undefined || (probe.benign && (failure?.kind === 'empty' || failure?.kind === 'reset'))
      )
    },
    judge: (exchange) => {
      const { probe, response, failure } = exchange
      const query = (probe.query ?? '').slice(0, 60)
      if (failure)
        return limitClass === 'positive'
          ? []
          : [
              {
                message: `?${query} is not answered: ${failure.message}`,
                pointer: 'response',
                expected: 'an answer',
                actual: failure.message,
              },
            ]
      if (response.status !== 500 && response.status !== 501) return []
      return [
        statusViolation(
          { ...exchange, response, failure: undefined },
          '200 or 400',
          `?${query} makes the server err`,
        ),
      ]
    },
  }
}
