import type { Facts } from '../../../src/harness/check.ts'
import type { AnsweredExchange } from '../../../src/harness/exchange.ts'
import type { CheckDefinition } from '../define.ts'
import { answered, fieldOf, inStandard, isAnswered, isServed, statusViolation } from '../define.ts'
import { plainLists } from '../plainLists.ts'

/** Ranges may be ignored. What is understood must be right. */
export const ranges: readonly CheckDefinition[] = [
  {
    id: 'range-unknown-unit-ignored',
    title: 'A range in an unknown unit is ignored',
    level: 'SHOULD',
    clause: inStandard(
      'RFC 9110 section 14.2',
      'A Range field with a unit that is not understood is ignored',
    ),
    rows: ['ME11'],
    sent: 'Range: plants=0-0',
    expected: 'the same answer as without',
    requires: 'an answer to the range request',
    applies: (exchange, facts) =>
      exchange.probe.id === 'range/unknown-unit' &&
      isAnswered(exchange) &&
      isServed(facts) &&
      !fieldOf(exchange, 'content-range').some((value) => value.startsWith('plants')),
    judge: answered((exchange) =>
      exchange.response.status === 416 || exchange.response.status === 400
        ? [statusViolation(exchange, '200', 'a range in an unknown unit is refused')]
        : [],
    ),
  },
  {
    id: 'range-partial-true',
    title: 'A partial answer is the part that it says',
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 15.3.7', 'A 206 has Content-Range, and the bytes of that range'),
    rows: ['ME12'],
    sent: 'Range: bytes=0-9',
    expected: 'the whole list, or its bytes 0 to 9 with Content-Range',
    requires: 'a 206',
    applies: (exchange) => exchange.probe.id === 'range/bytes' && exchange.response?.status === 206,
    judge: answered((exchange, facts) => {
      const problem = problemOf(exchange, facts)
      if (problem === undefined) return []
      const actual = fieldOf(exchange, 'content-range').join(', ') || 'no Content-Range'
      return [{ message: problem, pointer: 'Content-Range', expected: 'bytes 0-9/*', actual }]
    }),
  },
]

function problemOf(exchange: AnsweredExchange, facts: Facts): string | undefined {
  const { body } = exchange.response
  const [value = ''] = fieldOf(exchange, 'content-range')
  const [, from, to] = /^bytes (\d+)-(\d+)\/(?:\d+|\*)$/.exec(value) ?? []
  if (from === undefined || to === undefined) return 'the 206 does not say which part of the list it is'
  const length = Number(to) - Number(from) + 1
  if (body.length !== length) return `the 206 announces ${length} bytes and has ${body.length}`
  const lists = plainLists(facts).map(({ response }) => response.body)
  const steady = new Set(lists).size === 1
  if (steady && lists[0]?.subarray(Number(from), Number(to) + 1).equals(body) === false)
    return 'the bytes of the 206 are not those of the list'
  return undefined
}
