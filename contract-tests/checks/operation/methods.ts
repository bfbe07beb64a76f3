import { parseMediaType } from '../../../src/harness/body/mediaType.ts'
import type { Facts } from '../../../src/harness/check.ts'
import type { Exchange } from '../../../src/harness/exchange.ts'
import { bodyText } from '../bodyText.ts'
import type { CheckDefinition } from '../define.ts'
import {
  answered,
  fieldOf,
  inContract,
  inStandard,
  isAnswered,
  isServed,
  isSuccess,
  statusViolation,
} from '../define.ts'
import { plainLists } from '../plainLists.ts'

const UNSUPPORTED = new Set([404, 405, 501])
const is = (exchange: Exchange, ...ids: readonly string[]): boolean => ids.includes(exchange.probe.id)

/** Methods beside GET: they are open, but none of them may give plants or credentials away. */
export const methods: readonly CheckDefinition[] = [
  {
    id: 'method-unknown-refused',
    title: 'A method that does not exist is not taken for GET',
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 9.1', 'An unrecognized method should be answered with 501 or 405'),
    rows: ['ME05'],
    sent: 'the method FOO with the token',
    expected: 'any answer but the list of plants',
    requires: 'an answer to an unknown method',
    applies: (exchange, facts) => is(exchange, 'method/unknown') && isAnswered(exchange) && isServed(facts),
    judge: answered((exchange, facts) =>
      isSuccess(exchange.response.status) && facts.analyse(exchange).body.count !== undefined
        ? [statusViolation(exchange, '405 or 501', 'the method FOO is answered as if it were GET')]
        : [],
    ),
  },
  {
    id: 'method-trace-keeps-secrets',
    title: 'TRACE does not send credentials back',
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 9.3.8', 'A TRACE answer should leave out fields with secrets'),
    rows: ['ME06'],
    sent: 'TRACE with a random token that opens nothing',
    expected: 'a refusal, or an answer without the token',
    requires: 'an answer to TRACE',
    applies: (exchange) => is(exchange, 'method/trace') && isAnswered(exchange),
    judge: answered((exchange, facts) => {
      const token = exchange.probe.credential.fields[0]?.value.split(' ')[1]
      if (token === undefined || !bodyText(exchange, facts).includes(token)) return []
      return [statusViolation(exchange, '405 or 501', 'TRACE sends the Authorization field back')]
    }),
  },
  {
    id: 'method-allow-listed',
    title: 'A 405 says which methods are allowed',
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 15.5.6', 'A 405 has an Allow field'),
    rows: ['HD14', 'C45'],
    sent: 'HEAD, OPTIONS and an unknown method',
    expected: 'Allow on each 405',
    requires: 'a 405',
    applies: ({ probe, response }) =>
      response?.status === 405 && ['GET', 'HEAD', 'OPTIONS', 'FOO'].includes(probe.method),
    judge: (exchange) =>
      fieldOf(exchange, 'allow').length > 0
        ? []
        : [
            {
              message: `the 405 to ${exchange.probe.method} does not say which methods are allowed`,
              pointer: 'Allow',
              expected: 'Allow: GET',
              actual: 'no such field',
            },
          ],
  },
  {
    id: 'head-supported',
    title: 'HEAD is supported where GET is',
    level: 'INFO',
    clause: inStandard('RFC 9110 section 9.1', 'General-purpose servers support GET and HEAD'),
    rows: ['ME01', 'C42'],
    sent: 'HEAD with the token',
    expected: 'the same status as for GET',
    requires: 'an answer to HEAD',
    applies: (exchange, facts) => is(exchange, 'head') && isAnswered(exchange) && isServed(facts),
    judge: answered((exchange) =>
      UNSUPPORTED.has(exchange.response.status)
        ? [statusViolation(exchange, '200', 'HEAD is not supported, which the contract leaves open')]
        : [],
    ),
  },
  {
    id: 'head-token-needed',
    title: 'HEAD needs the token too',
    level: 'SHOULD',
    clause: inContract('Every operation needs a bearer token', () => '/security'),
    rows: ['ME02'],
    sent: 'HEAD without a token',
    expected: 'any answer but a success (2xx)',
    requires: 'a token that is accepted, so that a refusal means something',
    impliedBy: ['auth-token-needed'],
    applies: (exchange, facts) => is(exchange, 'head/none') && isAnswered(exchange) && isServed(facts),
    judge: answered((exchange) =>
      isSuccess(exchange.response.status)
        ? [
            statusViolation(
              exchange,
              'a refusal, such as 401',
              'HEAD is answered without a token: it tells how long the list is',
            ),
          ]
        : [],
    ),
  },
  {
    id: 'head-like-get',
    title: 'HEAD answers what GET would',
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 9.3.2', 'HEAD should have the same header fields as GET'),
    rows: ['ME03'],
    sent: 'HEAD with the token',
    expected: 'the status and the media type of GET, where HEAD is supported at all',
    requires: 'an answer to HEAD',
    applies: (exchange, facts) => is(exchange, 'head') && isAnswered(exchange) && isServed(facts),
    judge: answered((exchange, facts) => {
      const { status } = exchange.response
      const isUsual = status === 200 || plainLists(facts).some((list) => list.response.status === status)
      const odd = (isSuccess(status) && !isUsual) || status === 500
      if (odd) return [statusViolation(exchange, '200', `GET is answered with 200, HEAD with ${status}`)]
      if (status !== 200) return []
      const [own] = fieldOf(exchange, 'content-type')
      const usual = plainLists(facts).flatMap((list) => fieldOf(list, 'content-type'))
      if (own === undefined || usual.length === 0) return []
      if (usual.some((type) => essenceOf(type) === essenceOf(own))) return []
      return [
        {
          message: `GET is answered with ${usual[0]}, HEAD with ${own}`,
          pointer: 'Content-Type',
          expected: usual[0] ?? '',
          actual: own,
        },
      ]
    }),
  },
  {
    id: 'head-length-true',
    title: 'The length that HEAD tells is the one of GET',
    level: 'SHOULD',
    clause: inStandard('RFC 9110 section 8.6', 'Content-Length in answer to HEAD is that of the GET body'),
    rows: ['FR08'],
    sent: 'HEAD and GET with the token',
    expected: 'the same length, or none',
    requires: 'an answer to HEAD with a Content-Length, and a list that stays as it is',
    applies: (exchange, facts) =>
      is(exchange, 'head') &&
      exchange.response?.status === 200 &&
      fieldOf(exchange, 'content-length').length > 0 &&
      steadyLength(facts) !== undefined,
    judge: answered((exchange, facts) => {
      const [told = ''] = fieldOf(exchange, 'content-length')
      const length = steadyLength(facts)
      if (Number(told) === length) return []
      return [
        {
          message: `HEAD tells a length of ${told}, and the body of GET has ${length} bytes`,
          pointer: 'Content-Length',
          expected: String(length),
          actual: told,
        },
      ]
    }),
  },
]

/** The length of the list, where every plain answer has the same bytes. */
function steadyLength(facts: Facts): number | undefined {
  const bodies = new Set(plainLists(facts).map(({ response }) => response.body))
  const [body] = bodies
  return bodies.size === 1 ? body?.length : undefined
}

function essenceOf(type: string): string | undefined {
  return parseMediaType(type)?.essence
}
