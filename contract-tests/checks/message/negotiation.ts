import type { Contract } from '../../../src/contract/contract.ts'
import type { Check } from '../../../src/harness/check.ts'
import { type AnsweredExchange, type Exchange, isAnswered } from '../../../src/harness/exchange.ts'
import type { Violation } from '../../../src/harness/report.ts'
import { DOCUMENTED, isDocumentedResponse, isProbe } from '../exchanges.ts'
import { statusViolation, whenAnswered } from '../whenAnswered.ts'
import { createMediaTypeClause } from './contentType.ts'

/** Whether the response has a media type and a coding that the client accepts. */
export const createNegotiationChecks = (contract: Contract): readonly Check[] => [
  {
    id: 'coding-not-forced',
    title: 'Sends no compressed body to a client that asks for identity',
    level: 'SHOULD',
    clause: {
      standard: 'RFC 9110 section 12.5.3',
      text: 'A server should send a coding that the client accepts',
    },
    rows: ['HD07', 'C48'],
    sent: 'requests with Accept-Encoding: identity',
    expected: 'no Content-Encoding',
    requires: DOCUMENTED.requires,
    applies: (exchange) => isDocumentedResponse(exchange) && asksForIdentity(exchange),
    judge: whenAnswered((exchange, facts) => {
      const { codings } = facts.analyse(exchange)
      if (codings.length === 0) return []
      const actual = codings.join(', ')
      const message = `the body is sent as ${actual}, but the client accepts only identity`
      return [{ message, pointer: 'Content-Encoding', expected: 'no content coding', actual }]
    }),
  },
  {
    id: 'coding-decodes',
    title: 'Encodes the body as Content-Encoding declares',
    level: 'MUST',
    clause: {
      standard: 'RFC 9110 section 8.4',
      text: 'Content-Encoding lists the codings of the body',
    },
    rows: ['HD08'],
    sent: 'requests that accept identity, gzip or anything',
    expected: 'a body that can be decoded as declared',
    requires: DOCUMENTED.requires,
    supersededBy: ['framing-complete'],
    applies: isDocumentedResponse,
    judge: whenAnswered((exchange, facts) => {
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
    title: 'Serves clients that accept JSON or anything, or send no Accept',
    level: 'MUST',
    clause: createMediaTypeClause(contract),
    rows: ['HD09'],
    sent: 'Accept: application/json, Accept: */*, and no Accept',
    expected: 'any status except 406',
    requires: 'a response to a request that accepts JSON',
    subject: 'status',
    applies: (exchange) => isProbe(exchange, 'list', 'accept/any', 'accept/none') && isAnswered(exchange),
    judge: whenAnswered(judgeAcceptable),
  },
  {
    id: 'accept-forms-served',
    title: 'Understands other ways to accept JSON',
    level: 'SHOULD',
    clause: {
      standard: 'RFC 9110 section 12.5.1',
      text: 'Accept lists media ranges with weights; types are case-insensitive',
    },
    rows: ['HD10'],
    sent: 'Accept: application/*, a weighted list, and Application/JSON',
    expected: '200 with JSON',
    requires: 'a response to a request with one of these Accept headers',
    applies: (exchange) =>
      isProbe(exchange, 'accept/application', 'accept/list', 'accept/upper-case') && isAnswered(exchange),
    judge: whenAnswered(judgeAcceptable),
  },
]

function judgeAcceptable(exchange: AnsweredExchange): Violation[] {
  if (exchange.response.status !== 406) return []
  const accept = exchange.probe.fields?.find(([name]) => name === 'Accept')?.[1]
  const request = accept === undefined ? 'a request that accepts JSON' : `Accept: ${accept}`
  return [statusViolation(exchange, { message: `${request} gets a 406`, expected: '200' })]
}

function asksForIdentity({ probe }: Exchange): boolean {
  return (
    !probe.fields?.some(([name]) => name === 'Accept-Encoding') && !probe.omit?.includes('accept-encoding')
  )
}
