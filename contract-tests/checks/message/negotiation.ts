import type { Contract } from '../../../src/contract/contract.ts'
import { listCodings } from '../../../src/judge/body/decode.ts'
import type { Check } from '../../../src/judge/check.ts'
import {
  type AnsweredExchange,
  type Exchange,
  isAnswered,
  isAuthorised,
} from '../../../src/judge/exchange.ts'
import type { Violation } from '../../../src/judge/report.ts'
import { DOCUMENTED, hasCondition, isDocumentedResponse, isOddOnlyIn } from '../exchanges.ts'
import { statusViolation, violation, whenAnswered } from '../whenAnswered.ts'
import { createMediaTypeRequirement } from './contentType.ts'

/** Accept headers that allow JSON in ways that some servers do not understand. */
const LESS_COMMON = ['application', 'list', 'weights', 'spelling']

/** Creates the checks of content codings, and of the responses to different Accept headers. */
export const createNegotiationChecks = (contract: Contract): readonly Check[] => [
  {
    id: 'coding-not-forced',
    title: 'Uses no encoding that the client excludes',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 12.5.3',
      text: 'A server should use an encoding that the client accepts',
    },
    sent: 'requests with Accept-Encoding: identity, which is the default of the kit, and requests with other values',
    fix: "Compress only if the request's Accept-Encoding lists the encoding with a weight above 0. If the same request is sometimes compressed and sometimes not, look for a cache whose key lacks the encoding.",
    requires: DOCUMENTED.requires,
    // If Content-Encoding is wrong, the kit does not know the real encoding of the body.
    explainedBy: ['coding-decodes'],
    applies: (exchange, facts) =>
      isDocumentedResponse(exchange, facts) && readAcceptEncoding(exchange) !== undefined,
    judge: whenAnswered((exchange) => {
      const accepted = readAcceptEncoding(exchange) ?? ''
      const excluded = listCodings(exchange.response.fields).filter(
        (coding) => !acceptsCoding(accepted, coding),
      )
      if (excluded.length === 0) return []
      const actual = excluded.join(', ')
      const message = `the body is sent as ${actual}, but the request has Accept-Encoding: ${accepted}`
      return [{ message, pointer: 'Content-Encoding', expected: 'an accepted encoding', actual }]
    }),
  },
  {
    id: 'coding-decodes',
    title: 'Encodes the body as Content-Encoding declares',
    level: 'MUST',
    requirement: { standard: 'RFC 9110 section 8.4', text: "Content-Encoding lists the body's encodings" },
    sent: 'requests with different values of Accept-Encoding, and requests without Accept-Encoding',
    fix: 'Send Content-Encoding if, and only if, the body has this encoding. Look for a cache whose key lacks the encoding, a different algorithm, a header of another response, or compression that runs twice or not at all.',
    requires: DOCUMENTED.requires,
    explainedBy: ['framing-complete'],
    applies: isDocumentedResponse,
    judge: whenAnswered((exchange, facts) => {
      const { codingProblem, unread } = facts.analyse(exchange)
      if (listCodings(exchange.response.fields).length > 0 && unread !== undefined)
        return { inconclusive: unread }
      if (codingProblem === undefined) return []
      return violation({
        message: codingProblem,
        pointer: 'Content-Encoding',
        expected: 'a body in the declared encoding',
        actual: codingProblem,
      })
    }),
  },
  {
    id: 'coding-deflate-zlib',
    title: 'Sends deflate in the zlib format',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 8.4.1.2',
      text: 'The deflate coding is the zlib format, which contains a deflate stream',
    },
    sent: 'requests with different values of Accept-Encoding, and requests without Accept-Encoding',
    fix: 'Use the zlib format for deflate, as zlib.deflate in Node.js and zlib.compress in Python do, and not a raw deflate stream.',
    requires: 'a response with Content-Encoding: deflate',
    explainedBy: ['coding-decodes', 'framing-complete'],
    applies: (exchange, facts) =>
      isDocumentedResponse(exchange, facts) &&
      listCodings(exchange.response?.fields ?? []).at(-1) === 'deflate' &&
      (exchange.response?.body.length ?? 0) > 0,
    judge: whenAnswered(({ response: { body } }) => {
      // The second half of the first byte of the zlib format is 8, the number of the compression method.
      if (((body[0] ?? 0) & 0x0f) === 8) return []
      const message = 'the body is a raw deflate stream, which some clients cannot decode'
      return violation({
        message,
        pointer: 'Content-Encoding',
        expected: 'the zlib format',
        actual: 'raw deflate',
      })
    }),
  },
  {
    id: 'accept-json-served',
    title: 'Returns no 406 if Accept is missing, application/json or */*',
    level: 'MUST',
    requirement: createMediaTypeRequirement(contract),
    sent: 'Accept: application/json, Accept: */*, and no Accept',
    fix: 'If Accept is missing, application/json or */*, return JSON, and not a 406.',
    requires: 'a response to a request that accepts JSON',
    applies: (exchange, facts) =>
      isAuthorised(exchange) &&
      isOddOnlyIn(exchange, 'accept', facts) &&
      !hasCondition(exchange, 'accept', ...LESS_COMMON, 'html') &&
      isAnswered(exchange),
    judge: whenAnswered(judgeAcceptable),
  },
  {
    id: 'accept-forms-served',
    title: 'Returns no 406 if Accept allows JSON in a less common form',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 12.5.1',
      text: 'Accept lists media ranges with weights, and media types are case-insensitive',
    },
    sent: 'Accept: application/*, lists with and without weights, and Application/JSON',
    fix: 'Parse Accept as a list of media ranges with weights. For example, application/*, */* and application/json;q=0.5 all allow JSON.',
    requires: 'a response to a request with one of these Accept headers',
    applies: (exchange, facts) =>
      isOddOnlyIn(exchange, 'accept', facts) &&
      hasCondition(exchange, 'accept', ...LESS_COMMON) &&
      isAnswered(exchange),
    judge: whenAnswered(judgeAcceptable),
  },
]

function judgeAcceptable(exchange: AnsweredExchange): readonly Violation[] {
  if (exchange.response.status !== 406) return []
  const accept = exchange.probe.fields?.find(([name]) => name === 'Accept')?.[1]
  const request = accept === undefined ? 'a request that accepts JSON' : `Accept: ${accept}`
  return statusViolation(exchange, `${request} gets a 406`, '200')
}

/** Returns the request's Accept-Encoding: the probe's value or the default. Without the header, the client accepts every encoding. */
function readAcceptEncoding({ probe }: Exchange): string | undefined {
  const own = (probe.fields ?? []).filter(([name]) => name.toLowerCase() === 'accept-encoding')
  if (own.length > 0) return own.map(([, value]) => value).join(', ')
  return probe.omit?.includes('accept-encoding') ? undefined : 'identity'
}

/** Returns whether Accept-Encoding lists the coding, or `*`, without a weight of 0. */
function acceptsCoding(accepted: string, coding: string): boolean {
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.toLowerCase().split(';')
      const weight = parameters.map((each) => each.trim()).find((each) => each.startsWith('q='))
      return [withoutAlias(name.trim()), Number(weight?.slice(2) ?? 1)]
    }),
  )
  return (weights.get(withoutAlias(coding)) ?? weights.get('*') ?? 0) > 0
}

const withoutAlias = (coding: string): string => coding.replace(/^x-/, '')
