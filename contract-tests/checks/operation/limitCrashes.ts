import type { Contract } from '../../../src/contract/contract.ts'
import { shorten } from '../../../src/contract/words.ts'
import type { Check, Requirement } from '../../../src/judge/check.ts'
import { isAuthorised, type LimitClass } from '../../../src/judge/exchange.ts'
import { isConditionIgnored, isDropped } from '../../../src/judge/silence.ts'
import { isCrash } from '../exchanges.ts'
import { statusViolation } from '../whenAnswered.ts'
import {
  describeSilence,
  findSilence,
  isAfterBreakdown,
  isCrashOfValue,
  isServedElsewhere,
} from './failures.ts'

/** Creates the checks for server errors that values of `limit` cause. */
export const createLimitCrashChecks = (contract: Contract): readonly Check[] => {
  const range: Requirement = {
    text: `${describeRange(contract.limit)}${contract.limit.isInt32 ? ' without a minimum' : ''}`,
    pointer: `${contract.limit.pointer}/schema`,
  }
  return [
    createCrashCheck({
      id: 'limit-positive-no-crash',
      title: 'Does not crash on a positive limit',
      level: 'MUST',
      requirement: range,
      sent: 'limits from 1 to 2147483647',
      fix: "Find the stack trace in the server's log, which --start-log can save. Accept every whole number up to 2147483647, even beyond the list's length, and do not allocate memory for `limit` plants.",
      requires: 'a response to a positive limit',
      limit: 'positive',
      special: 'once-is-a-warning',
    }),
    createCrashCheck({
      id: 'limit-open-no-crash',
      title: 'Does not crash on a zero or negative limit',
      level: 'MUST',
      requirement: range,
      sent: 'limits of 0, -1 and -2147483648',
      fix: "Find the stack trace in the server's log, which --start-log can save. Check the limit before you use it in a database query or a slice. If the limit is zero or less, return a 400 or an empty list.",
      requires: 'a response to a zero or negative limit',
      limit: 'open',
      special: 'once-is-a-warning',
    }),
    createCrashCheck({
      id: 'limit-outside-no-crash',
      title: `Does not crash on a limit that ${contract.limit.isInt32 ? 'is not an int32' : 'the contract does not allow'}`,
      level: 'SHOULD',
      requirement: { standard: 'RFC 9110 section 15.6', text: 'A 5xx means that the server failed' },
      sent: 'limits that the contract does not allow: letters, fractions, numbers with too many digits, and empty, repeated or malformed limits',
      fix: "Find the stack trace in the server's log, which --start-log can save. Before you use the limit, check whether it is a whole number in the valid range. If not, return a 400.",
      requires: 'a response to a limit that the contract does not allow',
      limit: 'outside',
    }),
  ]
}

/** Describes the values that the contract allows: `limit is an int32`, `limit is an integer from 1 to 100`. */
export function describeRange({ name, minimum, maximum, isInt32 }: Contract['limit']): string {
  return isInt32 ? `${name} is an int32` : `${name} is an integer from ${minimum} to ${maximum}`
}

/** The maximum length of a query in a message. */
const SHOWN = 60

type CrashCheck = Omit<Check, 'applies' | 'judge'> & { limit: LimitClass }

function createCrashCheck({ limit, ...check }: CrashCheck): Check {
  return {
    ...check,
    explainedBy: [
      'operation-no-crash',
      'framing-complete',
      ...(limit === 'positive' ? [] : ['operation-answers']),
    ],
    after: ['operation-exists'],
    // If a header causes the crash, the limit may not be the reason.
    applies: (exchange, facts) => {
      const { probe, response, failure } = exchange
      if (!isAuthorised(exchange) || probe.limit !== limit || isAfterBreakdown(exchange, facts)) return false
      return (
        response !== undefined ||
        (probe.benign &&
          (failure?.kind === 'empty' || failure?.kind === 'reset') &&
          !isDropped(exchange, facts.exchanges)) ||
        (findSilence(exchange, facts) !== undefined && !isConditionIgnored(exchange, facts.exchanges))
      )
    },
    judge: (exchange, facts) => {
      const { probe, response, failure } = exchange
      const query = shorten(probe.query ?? '', SHOWN)
      const silence = findSilence(exchange, facts)
      if (silence) return [describeSilence(`?${query}`, silence)]
      if (failure) {
        // If a request gets no response for a reason other than the limit, another check judges the request.
        if (limit === 'positive' || (limit === 'open' && isServedElsewhere(exchange, facts))) return []
        const message = `?${query} gets no response: ${failure.message}`
        return [{ message, pointer: 'response', expected: 'a response', actual: failure.message }]
      }
      if (!isCrash(response.status) || !isCrashOfValue(exchange, facts)) return []
      const message = `?${query} gets a server error`
      return statusViolation({ ...exchange, response, failure: undefined }, message, '200 or 400')
    },
  }
}
