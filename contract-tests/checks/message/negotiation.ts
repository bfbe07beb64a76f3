import type { Exchange } from '../../../src/harness/exchange.ts'
import type { CheckDefinition } from '../define.ts'
import { answered, inStandard, isAnswered, isDocumentedAnswer, statusViolation } from '../define.ts'
import { documentedType } from './contentType.ts'

const ESSENTIALLY_ACCEPTED = new Set(['list', 'accept/any', 'accept/none'])
const ALSO_ACCEPTED = new Set(['accept/application', 'accept/list', 'accept/upper-case'])

/** Whether the answer is one that the client asked for, in its type and its coding. */
export const negotiation: readonly CheckDefinition[] = [
  {
    id: 'coding-not-forced',
    title: 'The body is not compressed for a client that asks for identity',
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 12.5.3', 'A server should send a coding that the client accepts'),
    rows: ['HD07', 'C48'],
    sent: 'requests with Accept-Encoding: identity',
    expected: 'no Content-Encoding',
    requires: 'a documented answer',
    applies: (exchange) => isDocumentedAnswer(exchange) && isAnswered(exchange) && asksForIdentity(exchange),
    judge: answered((exchange, facts) => {
      const { codings } = facts.analyse(exchange)
      if (codings.length === 0) return []
      return [
        {
          message: `the body comes as ${codings.join(', ')}, though only identity was accepted`,
          pointer: 'Content-Encoding',
          expected: 'no content coding',
          actual: codings.join(', '),
        },
      ]
    }),
  },
  {
    id: 'coding-decodes',
    title: 'The body is in the content coding that is declared',
    level: 'MUST',
    clause: inStandard('RFC 9110 section 8.4', 'Content-Encoding tells which codings were applied'),
    rows: ['HD08'],
    sent: 'requests that accept identity, gzip or anything',
    expected: 'a body that decodes as declared',
    requires: 'a documented answer',
    supersededBy: ['framing-complete'],
    applies: (exchange) => isDocumentedAnswer(exchange) && isAnswered(exchange),
    judge: answered((exchange, facts) => {
      const { codings, body } = facts.analyse(exchange)
      const { codingProblem, unread } = body
      if (codings.length > 0 && unread !== undefined) return { inconclusive: unread }
      if (codingProblem === undefined) return []
      return [
        {
          message: codingProblem,
          pointer: 'Content-Encoding',
          expected: 'a body in the declared coding',
          actual: codingProblem,
        },
      ]
    }),
  },
  {
    id: 'accept-json-served',
    title: 'A client that accepts JSON, anything, or does not say, is served',
    level: 'MUST',
    clause: documentedType,
    rows: ['HD09'],
    sent: 'Accept: application/json, Accept: */*, and no Accept',
    expected: 'any status but 406',
    requires: 'an answer to such a request',
    subject: 'status',
    applies: (exchange) => ESSENTIALLY_ACCEPTED.has(exchange.probe.id) && isAnswered(exchange),
    judge: answered((exchange) => notAcceptable(exchange)),
  },
  {
    id: 'accept-forms-served',
    title: 'Other ways to accept JSON are understood',
    level: 'SHOULD',
    clause: inStandard(
      'RFC 9110 section 12.5.1',
      'Accept holds media ranges with weights; types are case-insensitive',
    ),
    rows: ['HD10'],
    sent: 'Accept: application/*, a weighted list, and Application/JSON',
    expected: '200 with JSON',
    requires: 'an answer to such a request',
    applies: (exchange) => ALSO_ACCEPTED.has(exchange.probe.id) && isAnswered(exchange),
    judge: answered((exchange) => notAcceptable(exchange)),
  },
]

function notAcceptable(exchange: Parameters<typeof statusViolation>[0]) {
  if (exchange.response.status !== 406) return []
  const asked = exchange.probe.fields?.find(([name]) => name === 'Accept')?.[1]
  return [
    statusViolation(
      exchange,
      '200',
      `406 for ${asked === undefined ? 'a request that JSON satisfies' : `Accept: ${asked}`}`,
    ),
  ]
}

function asksForIdentity({ probe }: Exchange): boolean {
  return (
    !probe.fields?.some(([name]) => name === 'Accept-Encoding') && !probe.omit?.includes('accept-encoding')
  )
}
