import { decodeContent, decodeText } from './body/decode.ts'
import { locateInJson } from './body/readJson.ts'
import type { FoundViolation } from './check.ts'
import type { AnomalyCode, Probe, Response } from './exchange.ts'
import { listMembers } from './headerFields.ts'
import type { Mask } from './mask.ts'
import type { Message, MessageBody, Place } from './report.ts'

const MAX_HEAD = 64 * 1024
const MAX_BODY = 64 * 1024
/** Bytes of a body that does not show the violation best. */
const SHORT_BODY = 2_000
/** Read beyond what is shown, so that a secret across the cut is masked and not shown in part. */
const LONGEST_SECRET = 8_000

/** The request as sent, with the label of the credentials in their place. */
export function buildRequest(
  request: Buffer,
  { credential }: Pick<Probe, 'credential'>,
  mask: Mask,
): Message {
  const lines = request.toString('latin1').split('\r\n')
  const shown = lines.map((line) => {
    const name = line.slice(0, line.indexOf(':'))
    if (/^authorization:/i.test(line)) return `${name}: (${credential.label})`
    return /^(cookie|proxy-authorization):/i.test(line) ? `${name}: ***` : mask(line)
  })
  return { head: shown.join('\r\n').slice(0, MAX_HEAD) }
}

/** A header line without the value of a cookie. */
function hideCookie(line: string): string {
  const [, header, name = ''] = /^(set-cookie: *)([\w-]{1,64}=)?/i.exec(line) ?? []
  return header === undefined ? line : `${header}${name}***`
}

/** The response as received, with at most 64 KiB of its body, or only its beginning. */
export function buildResponse(response: Response, mask: Mask, isWhole = true): Message {
  const { statusLine, headerLines, body } = response
  const lines = headerLines.map(hideCookie)
  const head = `${mask([statusLine, ...lines].join('\r\n')).slice(0, MAX_HEAD)}\r\n\r\n`
  if (body.length === 0) return { head }
  return { head, body: showBody(response, mask, isWhole ? MAX_BODY : SHORT_BODY), bodyBytes: body.length }
}

function showBody({ body, fields }: Response, mask: Mask, shown: number): MessageBody {
  const codings = listMembers(fields, 'content-encoding').filter((coding) => coding !== 'identity')
  const decoded = decodeContent(body, codings, 16 * MAX_BODY)
  const isDecoded = decoded.problem === undefined && decoded.unknown === undefined
  const bytes = isDecoded ? decoded.bytes : body
  const text = toText(bytes.subarray(0, shown + LONGEST_SECRET), bytes.length > shown + LONGEST_SECRET)
  if (text === undefined) {
    const masked = mask(bytes.toString('latin1', 0, shown + LONGEST_SECRET))
    return { base64: Buffer.from(masked, 'latin1').subarray(0, shown).toString('base64') }
  }
  const masked = Buffer.from(mask(text))
  const cut = masked.length <= shown ? masked.toString() : (toText(masked.subarray(0, shown), true) ?? '')
  const coding = isDecoded ? codings.join(', ') : ''
  return { text: cut, ...(coding !== '' && { coding }) }
}

/** Undefined if the bytes are not UTF-8. Where they are cut, a character may be incomplete. */
function toText(bytes: Buffer, isCut: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut })
  } catch {
    return undefined
  }
}

/** A shorter text may be anywhere. */
const SHORTEST = 5

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
  { pointer, actual, anomaly }: Pick<FoundViolation, 'pointer' | 'actual' | 'anomaly'>,
  { head, body }: Message,
): Place | undefined {
  const part = (anomaly && PARTS[anomaly.code]) ?? pointer
  if (part === 'status') {
    const offset = head.search(/\b\d{3}\b/)
    return { part: 'head', offset: Math.max(offset, 0), length: 3 }
  }
  if (body && (part === '' || part === 'body' || part.startsWith('/')))
    return findInBody(part, body) ?? findText(actual, body)
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
  const { offset, length, error } = locateInJson(text, pointer)
  // A value at the very end may be cut off.
  if (pointer.startsWith('/') && length > 0 && offset + length < text.length)
    return { part: 'body', offset, length }
  // The end of a long text may be only the end of what is kept.
  const isCut = error === text.length && text.length >= SHORT_BODY - 10
  return error === undefined || isCut ? undefined : { part: 'body', offset: error, length: 1 }
}

/** A text that a body contains. */
function findText(text: string, body: MessageBody): Place | undefined {
  const offset = 'text' in body && text.length >= SHORTEST ? body.text.indexOf(text) : -1
  return offset < 0 ? undefined : { part: 'body', offset, length: text.length }
}
