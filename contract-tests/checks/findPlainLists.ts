import type { Facts } from '../../src/judge/check.ts'
import {
  type AnomalyCode,
  type AnsweredExchange,
  hasField,
  isPlantsAnswer,
} from '../../src/judge/exchange.ts'

/** Errors that hide where the body ends. */
const BROKEN_BODY: ReadonlySet<AnomalyCode> = new Set([
  'body-short',
  'body-stalled',
  'surplus',
  'length-and-chunked',
  'length-conflict',
  'length-syntax',
  'chunk-syntax',
])

/** The complete responses to the operator's request without a limit, in the order of the transcript. */
export function findPlainLists({ exchanges }: Facts): readonly AnsweredExchange[] {
  return exchanges.filter(isPlantsAnswer).filter(isPlainList)
}

/** The body of the plain list, if every complete response has the same one. An empty body is not a list. */
export function findConstantList(facts: Facts): Buffer | undefined {
  const [first, ...others] = findPlainLists(facts)
    .filter(({ response }) => !response.anomalies.some(({ code }) => BROKEN_BODY.has(code)))
    // JSON that is cut off can end with the connection, without an error in the framing.
    .filter((list) => facts.analyse(list).body.syntaxProblem === undefined)
    .map(({ response }) => response.body)
  if (first === undefined || first.length === 0) return undefined
  return others.every((body) => first.equals(body)) ? first : undefined
}

function isPlainList({ probe, response }: AnsweredExchange): boolean {
  return (
    probe.credential.kind === 'valid' &&
    probe.limit === 'absent' &&
    probe.query === undefined &&
    probe.conditions !== undefined &&
    // Another coding has other bytes.
    (probe.conditions['accept-encoding'] === undefined || !hasField(response.fields, 'content-encoding')) &&
    !response.cut
  )
}
