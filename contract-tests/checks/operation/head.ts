import type { Contract } from '../../../src/contract/contract.ts'
import type { Check, Facts } from '../../../src/judge/check.ts'
import {
  type AnsweredExchange,
  type Exchange,
  hasField,
  isAnswered,
  isAuthorised,
  isPlantsAnswer,
} from '../../../src/judge/exchange.ts'
import {
  BROKEN_PLAIN_REQUESTS,
  findConstantList,
  findPlainLists,
  headerValues,
  isProbe,
  isSuccess,
  parseMediaType,
  perTranscript,
} from '../exchanges.ts'
import { headerViolation, statusViolation, violation, whenAnswered } from '../whenAnswered.ts'

const UNSUPPORTED = new Set([405, 501])
/** Errors that say more than that HEAD is not supported: there is nothing at this address, or the server crashed. */
const UNLIKE_GET = new Set([404, 410, 500])

/** Creates the checks of HEAD, which is optional. A server that supports HEAD should treat it like GET. */
export const createHeadChecks = (contract: Contract): readonly Check[] => [
  {
    id: 'head-supported',
    title: 'Returns no 404, 405 or 501 for HEAD',
    level: 'INFO',
    requirement: { standard: 'RFC 9110 section 9.1', text: 'General-purpose servers support GET and HEAD' },
    sent: 'HEAD with the token',
    fix: 'Answer HEAD like GET, without the body.',
    requires: 'a response to HEAD',
    applies: (exchange, facts) => isHead(exchange) && isAnswered(exchange) && facts.served,
    judge: whenAnswered((exchange) =>
      UNSUPPORTED.has(exchange.response.status)
        ? statusViolation(exchange, 'HEAD is not supported, which the contract allows', '200')
        : [],
    ),
  },
  {
    id: 'head-token-needed',
    title: 'Requires the token for HEAD',
    level: 'SHOULD',
    requirement: {
      text: 'The operation requires a bearer token',
      pointer: contract.security.requirementPointer,
    },
    sent: 'HEAD without a token',
    fix: 'Check the token for HEAD requests as for GET requests.',
    requires: 'a token that the server accepts, for comparison',
    after: ['auth-token-needed', 'auth-not-replayed'],
    applies: (exchange, facts) => isProbe(exchange, 'head/none') && isAnswered(exchange) && facts.served,
    judge: whenAnswered((exchange) =>
      isSuccess(exchange.response.status)
        ? statusViolation(
            exchange,
            'HEAD works without a token, and can reveal the length of the list',
            'a refusal, such as 401',
          )
        : [],
    ),
  },
  {
    id: 'head-like-get',
    title: 'Sends the same success status and media type for HEAD as for GET',
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
      const isOdd = !isUsual && (isSuccess(status) || UNLIKE_GET.has(status))
      if (isOdd) return statusViolation(exchange, `GET gets a 200, but HEAD gets a ${status}`, '200')
      if (status !== 200) return []
      const [own] = headerValues(exchange, 'content-type')
      const usual = [...findPlainLists(facts), ...gets].flatMap((get) => headerValues(get, 'content-type'))
      if (own === undefined || usual.length === 0) return []
      if (usual.some((type) => readEssence(type) === readEssence(own))) return []
      const message = `the media type is ${usual[0]} for GET, but ${own} for HEAD`
      return violation({ message, pointer: 'Content-Type', expected: usual[0] ?? '', actual: own })
    }),
  },
]

/** Finds the responses to documented requests with a valid token for the same URL. */
function findGets({ url }: Exchange, { exchanges }: Facts): AnsweredExchange[] {
  return exchanges
    .filter(isAuthorised)
    .filter(isAnswered)
    .filter((other) => other.url === url)
}

const readEssence = (type: string): string | undefined => parseMediaType(type)?.essence

/** Returns whether the request is a HEAD request to the operation's URL with the token. */
const isHead = ({ probe }: Exchange): boolean => probe.method === 'HEAD' && probe.credential.kind === 'valid'

/** Checks of the Content-Length in responses without a body. */
export const lengthChecks: readonly Check[] = [
  {
    id: 'head-length-true',
    title: 'Sends the same Content-Length for HEAD as for GET',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 8.6',
      text: 'Content-Length in a HEAD response is the length of the GET body',
    },
    sent: 'HEAD and GET with the token',
    fix: 'For HEAD, send the Content-Length of the GET response, or omit the header.',
    requires: 'a response to HEAD with a Content-Length, and a list that does not change',
    // If one of these checks fails, the body's length differs from the list's length.
    after: ['framing-complete', 'framing-nothing-after', 'framing-chunks', 'json-present', 'json-syntax'],
    applies: (exchange, facts) =>
      isHead(exchange) &&
      exchange.response?.status === 200 &&
      headerValues(exchange, 'content-length').length > 0 &&
      findConstantLength(exchange, facts) !== undefined,
    judge: whenAnswered((exchange, facts) => {
      const [declared = ''] = headerValues(exchange, 'content-length')
      const length = findConstantLength(exchange, facts)
      if (Number(declared) === length) return []
      const message = `HEAD declares a Content-Length of ${declared}, but the body of GET is ${length} bytes long`
      return headerViolation(exchange, 'Content-Length', message, String(length))
    }),
  },
  {
    id: 'length-without-body-true',
    title: 'Sends no wrong Content-Length in a 204 or a 304',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 8.6',
      text: 'A 204 has no Content-Length. A 304 has no Content-Length, or the same Content-Length as the 200',
    },
    sent: 'every request except OPTIONS',
    fix: 'In a 204, omit Content-Length. In a 304, omit Content-Length or send the same value as in the 200.',
    requires: 'a response with status 204 or 304',
    applies: ({ probe, response }, facts) =>
      // Some frameworks answer a preflight with `Content-Length: 0` on purpose: otherwise, some old browsers wait for a body.
      (response?.status === 204 && probe.method !== 'OPTIONS') || (response?.status === 304 && facts.served),
    judge: whenAnswered((exchange, facts) => {
      const [declared] = headerValues(exchange, 'content-length')
      if (declared === undefined) return []
      if (exchange.response.status === 204) {
        const message = 'a 204 has a Content-Length, although it never has a body'
        return headerViolation(exchange, 'Content-Length', message, 'no such header')
      }
      const lengths = findLengthsByTag(exchange, facts)
      if (lengths.length === 0 || lengths.includes(Number(declared))) return []
      const length = String(lengths[0])
      const message = `the 304 declares a Content-Length of ${declared}, but the body of a matching 200 has ${length} bytes`
      return headerViolation(exchange, 'Content-Length', message, `${length}, or no such header`)
    }),
  },
]

/** Lists the body lengths of the 200 responses with the request's ETag, to compare them with the length in the 304. */
function findLengthsByTag(exchange: AnsweredExchange, facts: Facts): number[] {
  const sent = exchange.probe.fields?.find(([name]) => name.toLowerCase() === 'if-none-match')?.[1]
  return facts.exchanges.flatMap((other) =>
    isPlantsAnswer(other) && !other.response.cut && headerValues(other, 'etag')[0] === sent
      ? [other.response.body.length]
      : [],
  )
}

/** Returns the length of the list at the same URL, if the URL alone determines the length of the list. */
function findConstantLength({ url }: Exchange, facts: Facts): number | undefined {
  const list = listPlainBodies(facts).find((other) => other.url === url)
  if (!list || !isEachConstant(facts) || findConstantList(facts) === undefined) return undefined
  return list.response.body.length
}

/** Returns whether each URL always gets the same list, and each list is the start of the longest list. */
const isEachConstant = perTranscript((facts) => {
  const lists = listPlainBodies(facts)
  const longest = lists
    .map(({ response }) => response.body)
    .sort((one, other) => other.length - one.length)[0]
  const bodies = new Map<string, Buffer>()
  return lists.every(({ url, response: { body } }) => {
    const known = bodies.get(url) ?? body
    bodies.set(url, known)
    const plants = body.subarray(0, body.lastIndexOf('}') + 1)
    return known.equals(body) && longest?.subarray(0, plants.length).equals(plants) === true
  })
})

/** Finds the operator's lists. Omits lists that the kit cut, and compressed lists, because their bytes differ. */
const listPlainBodies = perTranscript(({ exchanges }) =>
  exchanges
    .filter(isPlantsAnswer)
    .filter(({ probe }) => probe.credential.kind === 'valid' && probe.method === 'GET')
    .filter(({ response }) => !response.cut && !hasField(response.fields, 'content-encoding')),
)
