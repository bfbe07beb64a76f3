import type { Check, Facts } from '../../src/harness/check.ts'
import type { AnsweredExchange } from '../../src/harness/exchange.ts'
import type { Violation } from '../../src/harness/report.ts'
import { isAnswered } from './exchanges.ts'

/** For checks of every response whose body the contract describes. */
export const DOCUMENTED = {
  sent: 'every request that gets a 200, and every ordinary request that gets a 400',
  requires: 'a 200 or a 400',
}

/** Judges the response, for checks whose `applies` selects only exchanges that have one. */
export function whenAnswered(
  judge: (exchange: AnsweredExchange, facts: Facts) => ReturnType<Check['judge']>,
): Check['judge'] {
  return (exchange, facts) => (isAnswered(exchange) ? judge(exchange, facts) : [])
}

export function wrongStatus(
  { response }: AnsweredExchange,
  { message, expected }: { message: string; expected: string },
): Violation {
  return { message, pointer: 'status', expected, actual: response.statusLine }
}
