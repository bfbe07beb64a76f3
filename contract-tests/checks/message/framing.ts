import { readJson } from '../../../src/harness/body/readJson.ts'
import type { AnomalyCode, Exchange, Response } from '../../../src/harness/exchange.ts'
import type { Level } from '../../../src/harness/report.ts'
import type { CheckDefinition } from '../define.ts'
import { inStandard, isAuthorised } from '../define.ts'

type Promise = {
  id: string
  title: string
  level: Level
  rows: readonly string[]
  standard: string
  text: string
  codes: readonly AnomalyCode[]
  supersededBy?: readonly string[]
}

const PROMISES: readonly Promise[] = [
  {
    id: 'framing-complete',
    title: 'All of the announced body comes',
    level: 'MUST',
    rows: ['FR01', 'FR04', 'FR12', 'JS02'],
    standard: 'RFC 9112 section 8',
    text: 'A body that ends before its framing says is incomplete',
    codes: ['body-short', 'body-stalled'],
    // A length that cannot be read is why the end of the body cannot be told.
    supersededBy: ['framing-one-way'],
  },
  {
    id: 'framing-nothing-after',
    title: 'Nothing follows the end of an answer',
    level: 'MUST',
    rows: ['FR02', 'FR10'],
    standard: 'RFC 9112 section 6.3',
    text: 'Bytes beyond the announced length become part of the next answer',
    codes: ['surplus'],
  },
  {
    id: 'framing-one-way',
    title: 'The body has one framing',
    level: 'MUST',
    rows: ['FR03', 'HD05'],
    standard: 'RFC 9112 section 6.2',
    text: 'Content-Length is not sent beside Transfer-Encoding, nor twice with different values',
    codes: ['length-and-chunked', 'length-conflict', 'length-syntax'],
  },
  {
    id: 'framing-chunks',
    title: 'Chunks are well-formed',
    level: 'MUST',
    rows: ['FR05'],
    standard: 'RFC 9112 section 7.1',
    text: 'A chunk is its size in hexadecimal, its bytes and CRLF',
    codes: ['chunk-syntax', 'transfer-coding'],
  },
  {
    id: 'framing-no-body',
    title: 'HEAD, 204 and 304 have no body',
    level: 'SHOULD',
    rows: ['FR07', 'C43'],
    standard: 'RFC 9110 section 9.3.2',
    text: 'The answer to HEAD ends with its header section',
    codes: ['body-forbidden'],
  },
  {
    id: 'message-syntax',
    title: 'Status line and header lines are well-formed',
    level: 'SHOULD',
    rows: ['HD13', 'FR09'],
    standard: 'RFC 9112 sections 4 and 5',
    text: 'Lines end with CRLF, no white space before the colon, no folding',
    codes: ['status-line', 'bare-lf', 'field-syntax', 'obs-fold'],
  },
  {
    id: 'status-code-known-class',
    title: 'Status codes are from 100 to 599',
    level: 'SHOULD',
    rows: ['OP10'],
    standard: 'RFC 9110 section 15',
    text: 'The first digit, 1 to 5, is the class',
    codes: ['status-code'],
  },
]

/** How messages are framed, as their raw bytes tell: client libraries hide most of it. */
export const framing: readonly CheckDefinition[] = PROMISES.map(
  ({ id, title, level, rows, standard, text, codes, supersededBy }) => ({
    id,
    title,
    level,
    clause: inStandard(standard, text),
    rows,
    sent: 'every request',
    expected: title,
    requires: 'an answer',
    ...(supersededBy && { supersededBy }),
    applies: (exchange: Exchange) => received(exchange) !== undefined && concerns(exchange),
    judge: (exchange: Exchange) =>
      (received(exchange)?.anomalies ?? [])
        .filter(({ code }) => codes.includes(code))
        .map(({ detail }) => ({ message: detail, pointer: 'message', expected: text, actual: detail })),
  }),
)

/** Answers of the operation. What a gateway says to odd or malformed requests is its own affair. */
function concerns(exchange: Exchange): boolean {
  const { benign, method } = exchange.probe
  return (isAuthorised(exchange) && (benign || received(exchange)?.status === 200)) || method === 'HEAD'
}

/**
 * What came. Of an answer that stands still only a body that is whole: then nothing is missing but the end that its
 * framing announces. Any other may be slow, and that is no fault.
 */
function received({ response, failure }: Exchange): Response | undefined {
  if (response) return response
  const partial = failure.partial
  return partial && isWhole(partial.body) ? partial : undefined
}

function isWhole(body: Buffer): boolean {
  try {
    readJson(body.toString('utf8'))
    return true
  } catch {
    return false
  }
}
