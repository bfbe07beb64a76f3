import { decodeText } from '../body/decodeText.ts'
import { JsonSyntaxError, readJson } from '../body/readJson.ts'
import type { Anomaly, AnomalyCode } from '../exchange.ts'
import type { Violation } from '../report.ts'
import type { Message, MessageBody, Place } from './evidence.ts'
import { locateInJson } from './locateInJson.ts'

/** Characters. */
const SHORTEST = 5
const LONG = 1_990

/** Parts of the head that an error in the syntax of a message is about. */
const PARTS: Partial<Record<AnomalyCode, string>> = {
  'status-line': 'status',
  'status-code': 'status',
  'length-conflict': 'Content-Length',
  'length-syntax': 'Content-Length',
  'length-and-chunked': 'Content-Length',
  'transfer-coding': 'Transfer-Encoding',
}

/** Finds the place of a violation in a response; undefined if it has none, as for a missing header. */
export function findPlace(
  violation: Violation,
  anomaly: Anomaly | undefined,
  { head, body }: Message,
): Place | undefined {
  const part = (anomaly && PARTS[anomaly.code]) ?? violation.pointer
  if (part === 'status') {
    const offset = head.search(/\b\d{3}\b/)
    return { part: 'head', offset: Math.max(offset, 0), length: 3 }
  }
  if (body && (part === '' || part === 'body' || part.startsWith('/')))
    return findInBody(part, body) ?? findText(violation.actual, body)
  if (body && part.startsWith('"')) return findText(part, body)
  return /^[\w-]+$/.test(part) ? findHeader(part, head) : undefined
}

/** The last line with this name: a second one is usually the wrong one. */
function findHeader(name: string, head: string): Place | undefined {
  const offset = head.toLowerCase().lastIndexOf(`\r\n${name.toLowerCase()}:`) + 2
  const end = head.indexOf('\r\n', offset)
  return offset < 2 ? undefined : { part: 'head', offset, length: end - offset }
}

function findInBody(pointer: string, body: MessageBody): Place | undefined {
  if ('base64' in body) {
    const { invalid } = decodeText(Buffer.from(body.base64, 'base64'))
    return invalid && { part: 'body', offset: invalid.offset, length: 1 }
  }
  const { text } = body
  const range = pointer.startsWith('/') ? locateInJson(text, pointer) : { offset: 0, length: 0 }
  // A value at the very end may be cut off.
  if (range.length > 0 && range.offset + range.length < text.length) return { part: 'body', ...range }
  const error = findError(text)
  return error === undefined ? undefined : { part: 'body', offset: error, length: 1 }
}

/** A text that a body contains. A short one may be anywhere. */
function findText(text: string, body: MessageBody): Place | undefined {
  const offset = 'text' in body && text.length >= SHORTEST ? body.text.indexOf(text) : -1
  return offset < 0 ? undefined : { part: 'body', offset, length: text.length }
}

/** Where a text is not JSON. The end of a long text may be only the end of what is kept. */
function findError(text: string): number | undefined {
  try {
    readJson(text)
    return undefined
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) return undefined
    return error.offset === text.length && text.length >= LONG ? undefined : error.offset
  }
}
