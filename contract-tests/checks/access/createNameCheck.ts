import { ordinal } from '../../../src/contract/words.ts'
import type { Check, Facts } from '../../../src/judge/check.ts'
import { type AnsweredExchange, type Exchange, isPlantsAnswer } from '../../../src/judge/exchange.ts'
import { whenAnswered } from '../whenAnswered.ts'
import { countNames, userOfProbe } from './plantNames.ts'

export type NameProblem = { name: string; message: string }

type NameCheck = Omit<Check, 'requires' | 'applies' | 'judge'> & {
  requires?: string
  /** What the violations expect. */
  expected: string
  concerns: (exchange: AnsweredExchange, facts: Facts) => boolean
  findProblems: (exchange: AnsweredExchange, facts: Facts) => readonly NameProblem[]
}

/** A check of the returned plants against those that the operator expects for each token. */
export function createNameCheck({ concerns, findProblems, expected, ...check }: NameCheck): Check {
  return {
    requires: '--other-token, and --expect with the plants of each user',
    ...check,
    applies: (exchange, facts) =>
      isPlantsAnswer(exchange) &&
      facts.expectations !== undefined &&
      mayList(exchange, facts) &&
      concerns(exchange, facts),
    judge: whenAnswered((exchange, facts) => {
      const { body } = facts.analyse(exchange)
      if (body.unread !== undefined) return { inconclusive: body.unread }
      return findProblems(exchange, facts).map(({ name, message }) => ({
        message: `${describeUser(exchange, facts)}: ${message}`,
        pointer: JSON.stringify(name),
        expected,
        actual: message,
      }))
    }),
  }
}

/** A body that is not a list of plants with names is another check's violation. It says nothing about single plants. */
function mayList(exchange: AnsweredExchange, facts: Facts): boolean {
  const { unread, count } = facts.analyse(exchange).body
  return unread !== undefined || count === 0 || countNames(exchange, facts).size > 0
}

export function describeProblem(name: string, what: string): NameProblem {
  return { name, message: `${JSON.stringify(name)} ${what}` }
}

function describeUser(exchange: AnsweredExchange, { exchanges }: Facts): string {
  const isOneOfSeveral = exchanges.some(({ probe }) => probe.credential.kind === 'other')
  return isOneOfSeveral ? `the ${ordinal(userOfProbe(exchange))} user` : exchange.probe.credential.label
}

/** Whether the request was sent at the same time as one by another user. */
export function isConcurrent(exchange: Exchange, { exchanges }: Facts): boolean {
  const { parallel } = exchange.probe
  return (
    parallel !== undefined &&
    exchanges.some(
      (other) => other.probe.parallel === parallel && userOfProbe(other) !== userOfProbe(exchange),
    )
  )
}
