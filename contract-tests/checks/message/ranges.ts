import type { Check, Facts } from '../../../src/judge/check.ts'
import { type AnsweredExchange, type Exchange, hasField, isAnswered } from '../../../src/judge/exchange.ts'
import type { Violation } from '../../../src/judge/report.ts'
import { BROKEN_PLAIN_REQUESTS, findConstantList, hasCondition, headerValues, isProbe } from '../exchanges.ts'
import { statusViolation, whenAnswered } from '../whenAnswered.ts'

/** A server may ignore ranges. If it understands one, the response must be correct. */
export const rangeChecks: readonly Check[] = [
  {
    id: 'range-unknown-unit-ignored',
    title: 'Ignores a range in an unknown unit',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 14.2',
      text: 'A Range header with an unknown unit is ignored',
    },
    sent: 'Range: plants=0-0',
    fix: 'Ignore a Range header with a unit other than bytes, and send the whole list with 200.',
    requires: 'a response to the range request',
    after: BROKEN_PLAIN_REQUESTS,
    applies: (exchange, facts) =>
      isProbe(exchange, 'range/unknown-unit') &&
      isAnswered(exchange) &&
      facts.served &&
      !headerValues(exchange, 'content-range').some((value) => value.startsWith('plants')),
    judge: whenAnswered((exchange) =>
      exchange.response.status === 416 || exchange.response.status === 400
        ? statusViolation(exchange, 'a range in an unknown unit is refused', '200')
        : [],
    ),
  },
  {
    id: 'range-partial-true',
    title: 'Sends the bytes that Content-Range declares',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 15.3.7',
      text: 'A 206 has a Content-Range, and the bytes of that range',
    },
    sent: 'Range: bytes=0-9',
    fix: 'Send exactly the bytes that Content-Range names, or ignore Range and send the whole list.',
    requires: 'a 206',
    applies: (exchange, { exchanges }) =>
      isPartial(exchange) &&
      hasCondition(exchange, 'range', 'bytes') &&
      // Otherwise the status is not about the range.
      !exchanges.some((other) => isPartial(other) && !hasCondition(other, 'range')),
    judge: whenAnswered((exchange, facts) => {
      const problem = findProblem(exchange, facts)
      const actual = headerValues(exchange, 'content-range').join(', ') || 'no Content-Range'
      return problem === undefined
        ? []
        : [{ pointer: 'Content-Range', expected: 'bytes 0-9/*', actual, ...problem }]
    }),
  },
]

function isPartial({ response }: Exchange): boolean {
  return response?.status === 206
}

function findProblem(
  exchange: AnsweredExchange,
  facts: Facts,
): (Pick<Violation, 'message'> & Partial<Violation>) | undefined {
  const { body } = exchange.response
  const [value = ''] = headerValues(exchange, 'content-range')
  const [, from, to] = /^bytes (\d+)-(\d+)\/(?:\d+|\*)$/.exec(value) ?? []
  if (from === undefined || to === undefined)
    return { message: 'the 206 does not declare its range of bytes' }
  const length = Number(to) - Number(from) + 1
  if (body.length !== length) return { message: `the 206 declares ${length} bytes but has ${body.length}` }
  // Another coding has other bytes.
  if (hasField(exchange.response.fields, 'content-encoding')) return undefined
  const range = findConstantList(facts)?.subarray(Number(from), Number(to) + 1)
  if (range === undefined || range.equals(body)) return undefined
  return {
    message: 'the bytes of the 206 are not those of the list',
    pointer: 'Content-Range',
    expected: `${value} is ${range}`,
    actual: body.toString(),
  }
}
