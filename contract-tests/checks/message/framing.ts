import type { Check, Facts } from '../../../src/judge/check.ts'
import {
  type AnomalyCode,
  type Exchange,
  fieldValues,
  isAnswered,
  isAuthorised,
  isPlantsAnswer,
  type Response,
} from '../../../src/judge/exchange.ts'
import { hasCondition, isCrash, isOddOnlyIn, isProbe, isRejection, isServed } from '../exchanges.ts'
import { statusViolation, violation, whenAnswered } from '../whenAnswered.ts'

/** Checks of message framing. The checks judge the raw bytes, because client libraries hide most framing errors. */
export const framingChecks: readonly Check[] = [
  createAnomalyCheck({
    id: 'framing-complete',
    title: 'Sends no body that is shorter than announced',
    level: 'MUST',
    requirement: {
      standard: 'RFC 9112 section 8',
      text: 'A body is incomplete if it is shorter than the announced length',
    },
    expected: 'all bytes that Content-Length or the chunks announce',
    fix: 'Write the whole body before you close the connection, including the last chunk of a chunked body. In Content-Length, count bytes, not characters.',
    anomalies: ['body-short', 'body-stalled'],
    // If a length is malformed, the end of the body is unknown.
    explainedBy: ['framing-one-way'],
  }),
  createAnomalyCheck({
    id: 'framing-nothing-after',
    title: 'Sends no bytes after the announced length',
    level: 'MUST',
    requirement: {
      standard: 'RFC 9112 section 6.3',
      text: 'The announced length determines where the body ends',
    },
    expected: 'no bytes after the announced length',
    fix: 'Set Content-Length to the number of bytes in the body, not the number of characters. If the body is chunked, write an empty chunk only at its end. Write nothing after the body, such as a second response to the same request.',
    anomalies: ['surplus'],
  }),
  createAnomalyCheck({
    id: 'framing-one-way',
    title: 'Declares the length of each body in only one way',
    level: 'MUST',
    requirement: {
      standard: 'RFC 9112 section 6.2',
      text: 'A response must not have both Transfer-Encoding and Content-Length, and must not have two different lengths',
    },
    expected: 'one Content-Length or Transfer-Encoding: chunked',
    fix: 'Send either one Content-Length or Transfer-Encoding: chunked. Remove the second length header, which your code or a proxy may add.',
    anomalies: ['length-and-chunked', 'length-conflict', 'length-syntax'],
  }),
  createAnomalyCheck({
    id: 'framing-chunks',
    title: 'Sends well-formed chunks',
    level: 'MUST',
    requirement: {
      standard: 'RFC 9112 section 7.1',
      text: 'A chunk consists of its size in hexadecimal, CRLF, its bytes and CRLF',
    },
    expected: 'for each chunk, a size in hexadecimal, CRLF, this number of bytes and CRLF',
    fix: 'Let the HTTP library write the chunks. In your own code, write each size in hexadecimal, count bytes, and end the size and the data with \\r\\n.',
    anomalies: ['chunk-syntax', 'transfer-coding'],
  }),
  withLateBodies(
    createAnomalyCheck({
      id: 'framing-no-body',
      title: 'Sends no body in response to HEAD or with status 204 or 304',
      level: 'SHOULD',
      requirement: {
        standard: 'RFC 9112 section 6.3',
        text: 'A response to HEAD, or with status 204 or 304, ends after its headers',
      },
      expected: 'nothing after the headers',
      fix: 'Send only headers in response to HEAD, and in a 204 or a 304.',
      anomalies: ['body-forbidden'],
    }),
  ),
  {
    id: 'connection-closed',
    title: 'Closes the connection if the client sends Connection: close',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9112 section 9.6',
      text: 'If the options in Connection include close, the server closes the connection after its response',
    },
    sent: 'a request with `Connection: TE, Close`; a request without a token, but with `Connection: close`; and another request after each of them',
    fix: "Split the value of Connection at commas. If one of the options is close, in any letter case, close the connection after the response, even if the response is an error. Python's http.server makes this mistake itself: there, set close_connection.",
    requires: 'a response to a request with Connection: close',
    special: 'compares',
    applies: (exchange, facts) => findClosing(exchange, facts) !== undefined,
    judge: (exchange, facts) => {
      const closing = findClosing(exchange, facts)
      if (closing?.connection.id !== exchange.connection.id) return []
      const pairs = facts.exchanges.map((own) => ({ own, before: findClosing(own, facts) }))
      const closed = pairs.find(({ own, before }) => before && before.connection.id !== own.connection.id)
      const nameOf = ({ probe }: Exchange) => `Connection: ${fieldValues(probe.fields ?? [], 'connection')}`
      const unless = closed?.before ? `, but not after ${nameOf(closed.before)}` : ''
      return violation({
        message: `the connection stays open after ${nameOf(closing)}${unless}`,
        pointer: 'message',
        expected: 'a closed connection',
        actual: 'a response to the next request on the same connection',
      })
    },
  },
  {
    id: 'framing-content-read',
    title: 'Reads the content of a request, or closes the connection',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9112 section 9.3',
      text: 'A server reads the whole content of a request, or closes the connection after the response',
    },
    sent: 'GET requests with the content {}, with the token and in a chunk, and without the token; a REPORT request with the content {}; and then a GET request on the same connection',
    fix: 'Read and discard content that you do not use, or close the connection after the response.',
    requires: 'a response to a request with content, after which the connection stays open',
    special: 'compares',
    after: ['framing-nothing-after'],
    explainedBy: ['limit-usable'],
    applies: (exchange, facts) =>
      (isProbe(exchange, 'list/content') && isAnswered(exchange) && describeExcess(exchange) !== undefined) ||
      findNeighbour(exchange, -1, facts)?.probe.content !== undefined,
    judge: whenAnswered((exchange, facts) => {
      if (isProbe(exchange, 'list/content')) {
        const message = 'a GET with the content {} gets two responses, as if the content were another request'
        return violation({ message, pointer: 'message', expected: 'one response', actual: 'two responses' })
      }
      const { status } = exchange.response
      const isServed = facts.exchanges.some((other) => other.url === exchange.url && isPlantsAnswer(other))
      // These statuses are usual for a request that begins with the content, and thus with an unknown method.
      if (!isServed || ![400, 404, 405, 501].includes(status)) return []
      const { probe, response } = findNeighbour(exchange, -1, facts) ?? exchange
      const message = `on the same connection, the request after a ${probe.method} with the content {}, which gets a ${response.status}, gets a ${status}`
      return statusViolation(exchange, message, '200')
    }),
  },
  {
    id: 'request-any-form',
    title: 'Reads requests without optional spaces, and requests that arrive in parts',
    level: 'MUST',
    requirement: {
      standard: 'RFC 9112 section 5',
      text: 'The space after the colon of a header is optional, and a request may arrive in any number of parts',
    },
    sent: 'requests without spaces after the colons of their headers, and requests in three parts with pauses between them',
    fix: 'If the spaces are missing, split each header at its first colon, and trim the value. If the request arrives in parts, read until the empty line after its headers.',
    requires: 'a request in one of these forms, and a 200 for the same request in the usual form',
    explainedBy: ['operation-answers'],
    // A response to another request in this form shows that the form is not the reason for a refusal or for silence.
    applies: (exchange, facts) =>
      hasCondition(exchange, 'form') &&
      facts.served &&
      isOddOnlyIn(exchange, 'form', facts) &&
      (isPlantsAnswer(exchange) || !isServed(exchange, 'form', facts)),
    judge: ({ response, failure, probe }) => {
      if (response && !isRejection(response.status) && !isCrash(response.status)) return []
      const form =
        probe.form === 'tight' ? 'without spaces after the colons of its headers' : 'in three parts'
      const actual = response?.statusLine ?? failure?.message ?? 'no response'
      const message = `a valid request ${form} is not served`
      return violation({ message, pointer: 'message', expected: 'HTTP/1.1 200 OK', actual })
    },
  },
  {
    id: 'pipeline-in-order',
    title: 'Answers pipelined requests in their order',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9112 section 9.3.2',
      text: 'Pipelined requests get their responses in the order of the requests',
    },
    sent: 'two requests on one connection, sent without waiting: for the whole list, and with limit=abc',
    fix: 'If the second request gets no response, keep the bytes that arrive after a request: they begin the next request. If the responses are swapped, write them in the order of the requests, even if a later response is ready first.',
    requires: 'a 200 for the first of two pipelined requests',
    applies: (exchange, facts) =>
      isProbe(exchange, 'pipeline/limit') &&
      // If the first response is another response, another check reports this response.
      (isList(findNeighbour(exchange, -1, facts)) || areSwapped(exchange, facts)),
    judge(exchange, facts) {
      const isIgnored = ({ probe, connection, failure }: Exchange): boolean =>
        probe.id !== exchange.probe.id || connection.earlier === 0 || failure?.kind === 'timeout'
      if (facts.exchanges.every(isIgnored))
        return violation({
          message: 'the second of two requests that arrive together gets no response',
          pointer: 'response',
          expected: 'a response to each request',
          actual: 'no response in time',
        })
      if (!isAnswered(exchange) || !areSwapped(exchange, facts)) return []
      const message =
        'the responses are swapped: the second request gets the list that the first requests, and is refused when sent alone'
      return statusViolation(exchange, message, 'a refusal, as when the request is sent alone')
    },
  },
  createAnomalyCheck({
    id: 'message-syntax',
    title: 'Sends a well-formed status line and headers',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9112 sections 4 and 5',
      text: 'Lines end with CRLF, have no space before the colon and are not folded',
    },
    expected: 'lines that end with CRLF, have no space before the colon and are not folded',
    fix: 'Let the HTTP library write the status line and headers. In your own code, end each line with \\r\\n, and put the colon right after the name.',
    anomalies: ['status-line', 'bare-lf', 'field-syntax', 'obs-fold'],
    // The malformed line may be a Content-Type. `content-type-present` then reports that the header is missing.
    explainedBy: ['content-type-present'],
  }),
  createAnomalyCheck({
    id: 'status-code-known-class',
    title: 'Uses status codes from 100 to 599',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 15',
      text: 'The first digit of a status code is the class of the response, from 1 to 5',
    },
    expected: 'a status code from 100 to 599',
    fix: 'Use a registered status code, such as 200 for the list, 400 for an invalid request and 401 for a missing token.',
    anomalies: ['status-code'],
  }),
]

type AnomalyCheck = Omit<Check, 'sent' | 'requires' | 'applies' | 'judge'> & {
  anomalies: readonly AnomalyCode[]
  /** The violations' `expected` property. */
  expected: string
}

function createAnomalyCheck({ anomalies, expected, ...check }: AnomalyCheck): Check {
  return {
    ...check,
    sent: 'documented requests with a valid token, and HEAD requests',
    requires: 'a response',
    applies: (exchange, facts) =>
      isOfOperation(exchange, findReceivedResponse(exchange, facts)) &&
      findLateBody(exchange, facts) === undefined,
    judge: (exchange, facts) =>
      (findReceivedResponse(exchange, facts)?.anomalies ?? [])
        .filter(({ code }) => anomalies.includes(code))
        .map(({ detail }) => ({ message: detail, pointer: 'message', expected, actual: detail })),
  }
}

/** Makes the check also report a response whose body arrives after its end, or even after a later request on the same connection. */
function withLateBodies(check: Check): Check {
  const find = (exchange: Exchange, facts: Facts): string | undefined => {
    const { id, earlier } = exchange.connection
    const own = facts.exchanges.filter(({ connection }) => connection.id === id)
    const later = own.filter(({ connection }) => connection.earlier > earlier)
    const next = later.findIndex(isBodiless)
    const until = [exchange, ...(next < 0 ? later : later.slice(0, next))]
    return isBodiless(exchange)
      ? until.map((each) => findLateBody(each, facts)).find((late) => late !== undefined)
      : undefined
  }
  return {
    ...check,
    applies: (exchange, facts) =>
      isBodiless(exchange) && (check.applies(exchange, facts) || find(exchange, facts) !== undefined),
    judge: (exchange, facts) => {
      const late = find(exchange, facts)
      if (late === undefined) return check.judge(exchange, facts)
      // A body that arrives right after its headers is better evidence.
      if (facts.exchanges.some(({ response }) => findAnomaly(response, 'body-forbidden')))
        return { inconclusive: late }
      const message = `more bytes follow a response that must not have a body: ${late}`
      return [{ message, pointer: 'message', expected: 'nothing after the headers', actual: late }]
    },
  }
}

/** Finds the request with `Connection: close` right before this request, if this request would use the same connection. */
function findClosing(exchange: Exchange, { exchanges }: Facts): Exchange | undefined {
  const { connection, parallel } = exchange.probe
  const before = exchanges[exchanges.indexOf(exchange) - 1]
  const isTested = before?.probe.connection === connection && parallel === undefined && isAnswered(exchange)
  const isClosing =
    before && isAnswered(before) && isProbe(before, 'range/unknown-unit', 'auth/none-bad-limit')
  return isTested && isClosing ? before : undefined
}

/** Finds the next (1) or the previous (-1) exchange on the same connection, if that exchange has a response. */
function findNeighbour({ connection }: Pick<Exchange, 'connection'>, step: 1 | -1, { exchanges }: Facts) {
  const { id, earlier } = connection
  return exchanges
    .filter(isAnswered)
    .find((other) => other.connection.id === id && other.connection.earlier === earlier + step)
}

/** Returns whether the second of two pipelined requests got a list, although it is refused when sent alone, and the first was refused. */
function areSwapped(second: Exchange, facts: Facts): boolean {
  const first = findNeighbour(second, -1, facts)
  const others = facts.exchanges.filter((other) => other.url === second.url && isAuthorised(other))
  const areRefused = others.length > 0 && others.every(({ response }) => isRejection(response?.status ?? 0))
  return areRefused && first !== undefined && isRejection(first.response.status) && isList(second)
}

const isList = (exchange: Exchange | undefined): boolean => exchange?.response?.status === 200

/** Returns whether the operation probably sent the response. A gateway may answer unusual or malformed requests. */
function isOfOperation(exchange: Exchange, response: Response | undefined): boolean {
  const { benign, method } = exchange.probe
  if (response === undefined) return false
  // A gateway hardly ever sends a status above 599.
  const isServed = [200, 304].includes(response.status) || response.status > 599
  return (isAuthorised(exchange) && (benign || isServed)) || method === 'HEAD'
}

/** Returns the response. A stalled response may only be slow, so it counts only if its body is complete JSON, or another response is cut. */
function findReceivedResponse(exchange: Exchange, facts: Facts): Response | undefined {
  if (isAnswered(exchange)) return exchange.response
  const response = exchange.failure.partial
  const isElsewhere = facts.exchanges.some((other) => findAnomaly(other.response, 'body-short'))
  if (response === undefined || isElsewhere) return response
  const body = facts.analyse({ ...exchange, response, failure: undefined })
  const problem = body.codingProblem ?? body.encodingProblem ?? body.syntaxProblem ?? body.unread
  return body.length > 0 && problem === undefined ? response : undefined
}

/**
 * Describes extra bytes that may be the late body of a response that must have no body: to HEAD, or with status 204 or 304. In the whole
 * run, only connections that have carried a response without a body may have extra bytes.
 */
export function findLateBody(exchange: Exchange, { exchanges }: Facts): string | undefined {
  const excess = describeExcess(exchange)
  if (excess === undefined || !(isBodiless(exchange) || isAfterBodiless(exchange, exchanges)))
    return undefined
  const isElsewhere = exchanges.some(
    (other) =>
      describeExcess(other) !== undefined && !isBodiless(other) && !isAfterBodiless(other, exchanges),
  )
  return isElsewhere ? undefined : excess
}

function describeExcess({ response, failure }: Exchange): string | undefined {
  if (failure) return failure.kind === 'unparsable' ? failure.message : undefined
  return findAnomaly(response, 'surplus')?.detail
}

const findAnomaly = (response: Response | undefined, code: AnomalyCode) =>
  response?.anomalies.find((anomaly) => anomaly.code === code)

function isAfterBodiless({ connection }: Exchange, exchanges: readonly Exchange[]): boolean {
  return exchanges.some(
    (earlier) =>
      earlier.connection.id === connection.id &&
      earlier.connection.earlier < connection.earlier &&
      isBodiless(earlier),
  )
}

const isBodiless = ({ probe, response }: Exchange): boolean =>
  probe.method === 'HEAD' || [204, 304].includes(response?.status ?? 0)
