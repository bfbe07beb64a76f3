import type { Contract } from '../../src/contract/contract.ts'
import type { Check, Clause, Facts } from '../../src/harness/check.ts'
import type { AnsweredExchange, Exchange } from '../../src/harness/exchange.ts'
import { isAnswered, isAuthorised, isPlantsAnswer } from '../../src/harness/exchange.ts'
import { fieldValues } from '../../src/harness/http/http1Head.ts'
import type { Violation } from '../../src/harness/report.ts'

/** A check whose clause is looked up in the contract. */
export type CheckDefinition = Omit<Check, 'clause'> & { clause: (contract: Contract) => Clause }

export { isAnswered, isAuthorised, isPlantsAnswer }

/** A clause of the contract, found by a pointer into it. */
export function inContract(
  text: string,
  pointer: (contract: Contract) => string,
): (contract: Contract) => Clause {
  return (contract) => ({ text, pointer: pointer(contract) })
}

/** A clause of a standard, for example `RFC 9110 section 15.5.2`. */
export function inStandard(standard: string, text: string): () => Clause {
  return () => ({ text, standard })
}

/** A judge for answered exchanges, for checks whose `applies` lets no other through. */
export function answered(
  judge: (exchange: AnsweredExchange, facts: Facts) => readonly Violation[] | { inconclusive: string },
): (exchange: Exchange, facts: Facts) => readonly Violation[] | { inconclusive: string } {
  return (exchange, facts) => (isAnswered(exchange) ? judge(exchange, facts) : [])
}

/** The documented request as plain as it gets: no `limit`, a valid token, nothing odd about it. */
export function isPlain(exchange: Exchange): boolean {
  const { probe } = exchange
  return isAuthorised(exchange) && probe.limit === 'absent' && probe.benign && !isHealth(exchange)
}

/** A request after bad ones, to see that the server is still well. */
export function isHealth({ probe }: Exchange): boolean {
  return probe.id.startsWith('health/')
}

/** Whether the operator's token is known to open the operation, so that a refusal means something. */
export function isServed(facts: Facts): boolean {
  return facts.served
}

/** Whether the token of this exchange, the operator's or the second user's, is known to open the operation. */
export function isServedTo({ probe }: Exchange, facts: Facts): boolean {
  return probe.credential.kind === 'other' ? facts.otherServed : facts.served
}

/**
 * A 400 to a well-formed, ordinary, authorised request: the contract says what its body is. One to the second user's may
 * be about a token that the server does not know.
 */
export function isErrorAnswer(exchange: Exchange): boolean {
  return (
    isAuthorised(exchange) &&
    exchange.probe.credential.kind === 'valid' &&
    exchange.probe.benign &&
    exchange.response?.status === 400
  )
}

/** An answer whose body the contract describes. */
export function isDocumentedAnswer(exchange: Exchange): boolean {
  return isPlantsAnswer(exchange) || isErrorAnswer(exchange)
}

/** Whether the server was silent once, and not every time it was asked that: a pause may have its cause anywhere on the way. */
export function isPause({ probe, failure }: Exchange, { exchanges }: Facts): boolean {
  const attempts = exchanges.filter((each) => each.probe.id === probe.id)
  const silent = attempts.filter((each) => each.failure?.kind === 'timeout').length
  return failure?.kind === 'timeout' && (attempts.length === 1 || silent < attempts.length)
}

export function fieldOf(exchange: Exchange, name: string): string[] {
  return exchange.response ? fieldValues(exchange.response.fields, name) : []
}

export function statusViolation(exchange: AnsweredExchange, expected: string, message: string): Violation {
  return { message, pointer: 'status', expected, actual: exchange.response.statusLine }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299
}

/** Whether the probe is one of these about credentials. */
export function sends(...ids: readonly string[]): (exchange: Exchange) => boolean {
  return ({ probe }) => ids.some((id) => probe.id === `auth/${id}`)
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

/** For checks that judge every response whose body the contract describes. */
export const DOCUMENTED = {
  sent: 'every request that gets a 200, and every ordinary request that gets a 400',
  requires: 'a 200 or a 400',
}
