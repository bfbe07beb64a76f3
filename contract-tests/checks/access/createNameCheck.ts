import type { Check, Facts } from '../../../src/harness/check.ts'
import { type AnsweredExchange, type Exchange, isPlantsAnswer } from '../../../src/harness/exchange.ts'
import { isInGroup } from '../exchanges.ts'
import { whenAnswered } from '../whenAnswered.ts'
import { isWholeList } from './plantNames.ts'

export type NameProblem = { name: string; message: string }

type NameCheck = Omit<Check, 'requires' | 'applies' | 'judge'> & {
  concerns: (exchange: AnsweredExchange, facts: Facts) => boolean
  findProblems: (exchange: AnsweredExchange, facts: Facts) => readonly NameProblem[]
}

/** A check of the returned names against those that the operator expects for each token. */
export function createNameCheck({ concerns, findProblems, ...check }: NameCheck): Check {
  return {
    ...check,
    requires: '--other-token, and --expect with the plants of each user',
    applies: (exchange, facts) =>
      isPlantsAnswer(exchange) &&
      facts.expectations !== undefined &&
      (isWholeList(exchange) || isConcurrent(exchange)) &&
      concerns(exchange, facts),
    judge: whenAnswered((exchange, facts) => {
      const { body } = facts.analyse(exchange)
      if (body.unread !== undefined) return { inconclusive: body.unread }
      return findProblems(exchange, facts).map(({ name, message }) => ({
        message: `${exchange.probe.credential.label}: ${message}`,
        pointer: JSON.stringify(name),
        expected: check.expected,
        actual: message,
      }))
    }),
  }
}

export function describeProblem(name: string, what: string): NameProblem {
  return { name, message: `${JSON.stringify(name)} ${what}` }
}

/** Whether the request was sent at the same time as one by the other user. */
export function isConcurrent(exchange: Exchange): boolean {
  return isInGroup(exchange, 'users') && exchange.probe.parallel !== undefined
}
