import type { Check, Facts } from '../../../src/judge/check.ts'
import {
  type AnomalyCode,
  type Exchange,
  isAnswered,
  isAuthorised,
  type Response,
} from '../../../src/judge/exchange.ts'

/** Checks of message framing. The checks judge the raw bytes, because client libraries hide most framing errors. */
export const framingChecks: readonly Check[] = [
  createAnomalyCheck({
    id: 'framing-complete',
    title: 'Sends the whole body that it announces',
    level: 'MUST',
    requirement: {
      standard: 'RFC 9112 section 8',
      text: 'A body that is shorter than its framing announces is incomplete',
    },
    expected: 'all bytes that Content-Length or the chunks announce',
    fix: 'Write the whole body before you close the connection, including the last chunk if the body is chunked; in Content-Length, count bytes, not characters.',
    anomalies: ['body-short', 'body-stalled'],
    // An unreadable length does not say where the body ends.
    explainedBy: ['framing-one-way'],
  }),
  createAnomalyCheck({
    id: 'framing-nothing-after',
    title: 'Sends no more bytes than it announces',
    level: 'MUST',
    requirement: {
      standard: 'RFC 9112 section 6.3',
      text: 'Bytes after the announced length become part of the next response',
    },
    expected: 'no bytes after the announced length',
    fix: 'Set Content-Length to the number of bytes in the body, not the number of characters, and write nothing after the body.',
    anomalies: ['surplus'],
  }),
  createAnomalyCheck({
    id: 'framing-one-way',
    title: 'Frames each body in only one way',
    level: 'MUST',
    requirement: {
      standard: 'RFC 9112 section 6.2',
      text: 'Content-Length is not sent with Transfer-Encoding, nor twice with different values',
    },
    expected: 'one Content-Length or Transfer-Encoding: chunked',
    fix: 'Send either one Content-Length or Transfer-Encoding: chunked; remove the second header that your code or a proxy adds.',
    anomalies: ['length-and-chunked', 'length-conflict', 'length-syntax'],
  }),
  createAnomalyCheck({
    id: 'framing-chunks',
    title: 'Sends well-formed chunks',
    level: 'MUST',
    requirement: {
      standard: 'RFC 9112 section 7.1',
      text: 'A chunk is its size in hexadecimal, its bytes and CRLF',
    },
    expected: 'chunks with a size in hexadecimal, that many bytes and CRLF',
    fix: 'Let the HTTP library write the chunks; in your own code, write each size in hexadecimal, count bytes, and end the size and the data with \\r\\n.',
    anomalies: ['chunk-syntax', 'transfer-coding'],
  }),
  withLateBodies(
    createAnomalyCheck({
      id: 'framing-no-body',
      title: 'Sends no body with HEAD, 204 or 304',
      level: 'SHOULD',
      requirement: {
        standard: 'RFC 9110 section 9.3.2',
        text: 'The response to HEAD ends after its headers',
      },
      expected: 'nothing after the headers',
      fix: 'Send only headers in response to HEAD, and in 204 and 304 responses.',
      anomalies: ['body-forbidden'],
    }),
  ),
  createAnomalyCheck({
    id: 'message-syntax',
    title: 'Sends a well-formed status line and headers',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9112 sections 4 and 5',
      text: 'Lines end with CRLF, have no space before the colon and are not folded',
    },
    expected: 'lines that end with CRLF, have no space before the colon and are not folded',
    fix: 'Let the HTTP library write the status line and headers; in your own code, end each line with \\r\\n and put the colon right after the name.',
    anomalies: ['status-line', 'bare-lf', 'field-syntax', 'obs-fold'],
    // The malformed line may be a Content-Type, which that check reports as missing.
    explainedBy: ['content-type-present'],
  }),
  createAnomalyCheck({
    id: 'status-code-known-class',
    title: 'Uses status codes from 100 to 599',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 15',
      text: 'The first digit of a status code, 1 to 5, is its class',
    },
    expected: 'a status code from 100 to 599',
    fix: 'Use a registered status code: 200 for the list, 400 for an invalid request, 401 for a missing token.',
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
    sent: 'every request',
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

/** Makes the check also report bodies that arrive after the end of their response, sometimes only after the next request. */
function withLateBodies(check: Check): Check {
  return {
    ...check,
    applies: (exchange, facts) =>
      check.applies(exchange, facts) || findLateBody(exchange, facts) !== undefined,
    judge: (exchange, facts) => {
      const late = findLateBody(exchange, facts)
      if (late === undefined) return check.judge(exchange, facts)
      const message = `a body follows a response that must not have a body: ${late}`
      return [{ message, pointer: 'message', expected: 'nothing after the headers', actual: late }]
    },
  }
}

/** Returns whether the operation sent the response, unlike a gateway, which may answer unusual or malformed requests. */
function isOfOperation(exchange: Exchange, response: Response | undefined): boolean {
  const { benign, method } = exchange.probe
  if (response === undefined) return false
  // A gateway does not refuse requests with a status above 599.
  const isServed = [200, 304].includes(response.status) || response.status > 599
  return (isAuthorised(exchange) && (benign || isServed)) || method === 'HEAD'
}

/**
 * Returns the response. A stalled response counts only if its body is complete JSON, so that only the announced end of the body is missing.
 * Any other stalled response may simply be slow.
 */
function findReceivedResponse(exchange: Exchange, facts: Facts): Response | undefined {
  if (isAnswered(exchange)) return exchange.response
  const response = exchange.failure.partial
  if (response === undefined) return undefined
  const { length, codingProblem, encodingProblem, syntaxProblem, unread } = facts.analyse({
    ...exchange,
    response,
    failure: undefined,
  })
  const problem = codingProblem ?? encodingProblem ?? syntaxProblem ?? unread
  return length > 0 && problem === undefined ? response : undefined
}

/**
 * Describes extra bytes that may be a forbidden body that arrived late. This response, or an earlier response on the connection, must
 * answer HEAD or be a 204 or 304, and all extra bytes in the run must be on such connections.
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
  return response.anomalies.find(({ code }) => code === 'surplus')?.detail
}

function isAfterBodiless({ connection }: Exchange, exchanges: readonly Exchange[]): boolean {
  return exchanges.some(
    (earlier) =>
      earlier.connection.id === connection.id &&
      earlier.connection.earlier < connection.earlier &&
      isBodiless(earlier),
  )
}

function isBodiless({ probe, response }: Exchange): boolean {
  return probe.method === 'HEAD' || [204, 304].includes(response?.status ?? 0)
}
