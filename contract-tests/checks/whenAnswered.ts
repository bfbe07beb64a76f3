import { pluralize } from '../../src/contract/words.ts'
import type { Check, Facts } from '../../src/judge/check.ts'
import { type AnsweredExchange, type Exchange, isAnswered } from '../../src/judge/exchange.ts'
import type { Violation } from '../../src/judge/report.ts'
import { headerValues } from './exchanges.ts'

/** Creates a `judge` function for checks whose `applies` selects only exchanges that have a response. */
export function whenAnswered(
  judge: (exchange: AnsweredExchange, facts: Facts) => ReturnType<Check['judge']>,
): Check['judge'] {
  return (exchange, facts) => (isAnswered(exchange) ? judge(exchange, facts) : [])
}

/** Creates the result of a check that found one violation. */
export const violation = <Found extends Violation>(found: Found): readonly Found[] => [found]

/** Creates one violation whose evidence is the status line. */
export function statusViolation(
  { response }: AnsweredExchange,
  message: string,
  expected: string,
): readonly Violation[] {
  return violation({ message, pointer: 'status', expected, actual: response.statusLine })
}

/** Creates one violation whose evidence is a response header, or the absence of this header. */
export function headerViolation(
  exchange: Exchange,
  name: string,
  message: string,
  expected: string,
): readonly Violation[] {
  const actual = headerValues(exchange, name.toLowerCase()).join(', ') || 'no such header'
  return violation({ message, pointer: name, expected, actual })
}

/** Creates one violation whose evidence is the number of plants in the body. */
export function countViolation(count: number, message: string, expected: string): readonly Violation[] {
  return violation({ message, pointer: '', expected, actual: pluralize(count, 'element') })
}
