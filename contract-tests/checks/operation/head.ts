import type { Contract } from '../../../src/contract/contract.ts'
import { parseMediaType } from '../../../src/judge/body/mediaType.ts'
import type { Check, Facts } from '../../../src/judge/check.ts'
import {
  type AnsweredExchange,
  type Exchange,
  isAnswered,
  isAuthorised,
} from '../../../src/judge/exchange.ts'
import { BROKEN_PLAIN_REQUESTS, headerValues, isProbe, isSuccess } from '../exchanges.ts'
import { findPlainLists } from '../findPlainLists.ts'
import { statusViolation, violation, whenAnswered } from '../whenAnswered.ts'

const UNSUPPORTED = new Set([404, 405, 501])

/** HEAD is optional. A server that supports it must treat it like GET. */
export const createHeadChecks = (contract: Contract): readonly Check[] => [
  {
    id: 'head-supported',
    title: 'Supports HEAD',
    level: 'INFO',
    requirement: { standard: 'RFC 9110 section 9.1', text: 'General-purpose servers support GET and HEAD' },
    sent: 'HEAD with the token',
    fix: 'Answer HEAD like GET, without the body.',
    requires: 'a response to HEAD',
    applies: (exchange, facts) => isHead(exchange) && isAnswered(exchange) && facts.served,
    judge: whenAnswered((exchange) =>
      UNSUPPORTED.has(exchange.response.status)
        ? statusViolation(exchange, 'HEAD is not supported; the contract does not require it', '200')
        : [],
    ),
  },
  {
    id: 'head-token-needed',
    title: 'Requires the token for HEAD',
    level: 'SHOULD',
    requirement: {
      text: 'Every operation requires a bearer token',
      pointer: contract.security.requirementPointer,
    },
    sent: 'HEAD without a token',
    fix: 'Apply the access rule to HEAD as well as to GET.',
    requires: 'a token that is accepted, for comparison',
    after: ['auth-token-needed', 'auth-not-replayed'],
    applies: (exchange, facts) => isProbe(exchange, 'head/none') && isAnswered(exchange) && facts.served,
    judge: whenAnswered((exchange) =>
      isSuccess(exchange.response.status)
        ? statusViolation(
            exchange,
            'HEAD works without a token and can reveal the length of the list',
            'a refusal, such as 401',
          )
        : [],
    ),
  },
  {
    id: 'head-like-get',
    title: 'Responds to HEAD as to GET',
    level: 'SHOULD',
    requirement: { standard: 'RFC 9110 section 9.3.2', text: 'HEAD should get the same headers as GET' },
    sent: 'HEAD with the token',
    fix: 'Send the same status and headers for HEAD as for GET.',
    requires: 'a response to HEAD',
    after: [...BROKEN_PLAIN_REQUESTS, 'status-success-is-200'],
    applies: (exchange, facts) => isHead(exchange) && isAnswered(exchange) && facts.served,
    judge: whenAnswered((exchange, facts) => {
      const { status } = exchange.response
      const gets = findGets(exchange, facts)
      const isUsual =
        status === 200 || [...findPlainLists(facts), ...gets].some((get) => get.response.status === status)
      const isOdd = !isUsual && (isSuccess(status) || status === 500)
      if (isOdd) return statusViolation(exchange, `GET gets a 200, HEAD a ${status}`, '200')
      if (status !== 200) return []
      const [own] = headerValues(exchange, 'content-type')
      const usual = [...findPlainLists(facts), ...gets].flatMap((get) => headerValues(get, 'content-type'))
      if (own === undefined || usual.length === 0) return []
      if (usual.some((type) => readEssence(type) === readEssence(own))) return []
      return violation({
        message: `the response to GET is ${usual[0]}, the one to HEAD is ${own}`,
        pointer: 'Content-Type',
        expected: usual[0] ?? '',
        actual: own,
      })
    }),
  },
]

/** What a GET of the same address got. */
function findGets({ url }: Exchange, { exchanges }: Facts): AnsweredExchange[] {
  return exchanges
    .filter(isAuthorised)
    .filter(isAnswered)
    .filter((other) => other.url === url)
}

function readEssence(type: string): string | undefined {
  return parseMediaType(type)?.essence
}

/** HEAD of the operation's address with the token. */
export function isHead({ probe }: Exchange): boolean {
  return probe.method === 'HEAD' && probe.credential.kind === 'valid'
}
