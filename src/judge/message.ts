import { isUtf8 } from 'node:buffer'
import { decodeContent, listCodings } from './body/decode.ts'
import { locateInJson } from './body/readJson.ts'
import type { AnomalyCode, Exchange, Probe, Response } from './exchange.ts'
import { COOKIE, type Mask } from './mask.ts'
import type { Message, MessageBody, Place } from './report.ts'

/** The maximum number of characters of a head, and of bytes of a body, that a report shows. */
const MAX = 64 * 1024
/** Like `MAX`, for the bodies of exchanges that show no violation. */
const SHORT_BODY = 2_000
/** The number of bytes after the shown bytes that are also searched for secrets, because the shown bytes may end within a secret. */
const LONGEST_SECRET = 8_000

/** Builds the head of the request as sent, with a label such as "the token" instead of the credentials. */
export function buildRequest(request: Buffer, { credential }: Probe, mask: Mask): Message {
  const lines = request.toString('latin1').split('\r\n')
  const shown = lines.map((line) => line.replace(/(?<=^authorization:).*/is, ` (${credential.label})`))
  return { head: hideSecrets(shown, mask) }
}

/** Builds the response as received, with at most 64 KiB of its body, or with at most 2,000 bytes if `isWhole` is false. */
export function buildResponse(response: Response, mask: Mask, isWhole = true): Message {
  const { statusLine, headerLines, body } = response
  const head = `${hideSecrets([statusLine, ...headerLines], mask)}\r\n\r\n`
  if (body.length === 0) return { head }
  return { head, body: showBody(response, mask, isWhole ? MAX : SHORT_BODY), bodyBytes: body.length }
}

/** Joins the lines of a head, without secrets and cookie values. */
const hideSecrets = (lines: readonly string[], mask: Mask): string =>
  mask(lines.join('\r\n').replaceAll(COOKIE, '$1***')).slice(0, MAX)

function showBody({ body, fields }: Response, mask: Mask, shown: number): MessageBody {
  const codings = listCodings(fields)
  const { bytes, problem, unknown } = decodeContent(body, codings, 16 * MAX)
  const isDecoded = problem === undefined && unknown === undefined
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1'
  const masked = Buffer.from(mask(bytes.toString(encoding, 0, shown + LONGEST_SECRET)), encoding)
  const kept = masked.subarray(0, shown)
  if (encoding === 'latin1') return { base64: kept.toString('base64') }
  const text = kept.toString()
  return {
    // The end of the shown bytes may be in the middle of a character.
    text: bytes.length > shown ? text.replace(/\ufffd$/, '') : text,
    ...(isDecoded && codings.length > 0 && { coding: codings.join(', ') }),
  }
}

/** Finds the part of a response that a violation's pointer refers to. Returns undefined if this part, such as a header, is missing. */
export function findPlace(pointer: string, { head, body }: Message): Place | undefined {
  if (pointer === 'status') return { part: 'head', offset: Math.max(head.search(/\b\d{3}\b/), 0), length: 3 }
  if (pointer === '' || pointer.startsWith('/'))
    return body && 'text' in body ? findInJson(pointer, body.text) : undefined
  // If a header occurs several times, the violation is usually in the last line.
  const offset = head.toLowerCase().lastIndexOf(`\r\n${pointer.toLowerCase()}:`) + 2
  return offset < 2 ? undefined : { part: 'head', offset, length: head.indexOf('\r\n', offset) - offset }
}

function findInJson(pointer: string, text: string): Place | undefined {
  const { offset, length, error } = locateInJson(text, pointer)
  // A value that ends at the end of the text may be cut off.
  if (pointer.startsWith('/') && length > 0 && offset + length < text.length)
    return { part: 'body', offset, length }
  // A long body may have been cut, so there may be no real error at its end.
  const isCut = error === text.length && text.length >= SHORT_BODY - 10
  return error === undefined || isCut ? undefined : { part: 'body', offset: error, length: 1 }
}

/** Errors that are detected at the end of a body, or at the end of the readable part of a body. */
const AT_END: readonly AnomalyCode[] = ['surplus', 'body-short', 'body-stalled', 'chunk-syntax']
/** The number of bytes to show on each side of an error. */
const NEAR = 40

/** Finds the place of an error, and the bytes to show: those around a syntax error, or the last bytes of a body with wrong framing. */
export function locateError(exchange: Exchange, pointer: string, message: Message, mask: Mask) {
  const received = exchange.response ?? exchange.failure.partial
  if (pointer === 'message' && received?.anomalies.some(({ code }) => AT_END.includes(code))) {
    const { bytes } = decodeContent(received.body, listCodings(received.fields), 16 * MAX)
    const text = mask(bytes.subarray(-LONGEST_SECRET).toString('latin1')).slice(-NEAR)
    return { bytes: { text, offset: text.length, length: 0 } }
  }
  const { body } = message
  const place = findPlace(pointer, message)
  if (!place) return {}
  if (!body || 'base64' in body || place.part !== 'body' || pointer !== '') return { place }
  const show = (from: number, to: number): string =>
    Buffer.from(body.text.slice(Math.max(0, from), to)).toString('latin1')
  const end = place.offset + place.length
  const [before, wrong] = [show(place.offset - NEAR, place.offset), show(place.offset, end)]
  const text = before + wrong + show(end, end + NEAR)
  return { place, bytes: { text, offset: before.length, length: wrong.length } }
}

/** Returns the head of a response and the start of its body as one string. */
export function summarise({ head, body }: Message): string {
  const text = body && 'text' in body ? body.text : atob(body?.base64 ?? '')
  return (head + text).slice(0, SHORT_BODY)
}
