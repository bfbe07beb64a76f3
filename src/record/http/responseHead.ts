import type { AnomalyCode, Field, Response } from '../../judge/exchange.ts'
import { listMembers, trimBlanks } from '../../judge/exchange.ts'

/** The error for bytes that cannot be the start of a response. Its code is `HTTP2` for the first frame from an HTTP/2 server. */
export class Unparsable extends Error {}

/** The error for a response that is too long for the kit to read. This is not the server's fault. */
export class TooLong extends Unparsable {
  readonly code = 'BOUND'
}

/** The maximum number of header lines, and of trailers, of one response. Ordinary responses have far fewer header lines. */
export const MAX_LINES = 2_000
const SHOWN = 80
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** How the end of a body is marked: with a length, with a last chunk, or by closing the connection. `none`: there is no body. */
type Framing = { framing: 'content-length' | 'chunked' | 'close' | 'none'; length: number }

/** The head of a response, with the framing of its body. */
export type Head = Omit<Response, 'body' | 'cut' | 'anomalies'> & Framing

/** Searches, starting at `from`, for the empty line that ends the head. Returns the position after this line, or undefined. */
export function findHeadEnd(bytes: Buffer, from: number): number | undefined {
  const strict = bytes.indexOf('\r\n\r\n', from)
  // Search only part of the bytes: otherwise, a long body without empty lines would be searched completely.
  const bare = bytes.subarray(0, strict < 0 ? bytes.length : strict).indexOf('\n\n', from)
  if (bare >= 0) return bare + 2
  return strict < 0 ? undefined : strict + 4
}

/** Records an error in the syntax of a message. */
export type Note = (code: AnomalyCode, detail: string) => void

/** Parses a status line, header lines and an empty line. Throws Unparsable if the status line is invalid. */
export function parseHead(text: string, note: Note): Head {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  const [statusLine = '', ...headerLines] = lines.slice(0, -2)
  if (headerLines.length > MAX_LINES) throw new TooLong(`more than ${MAX_LINES} header lines`)
  if (/[^\r]\n/.test(text)) note('bare-lf', 'a line ends with LF alone instead of CRLF')
  const match = /^HTTP\/(\d\.\d)[ \t]+(\d{3})(?:[ \t]([^\r]*))?$/.exec(statusLine)
  if (!match) throw new Unparsable(`invalid status line ${show(statusLine)}`)
  const [, httpVersion = '', code = '', reason = ''] = match
  const status = Number(code)
  if (!/^HTTP\/1\.[01] \d{3}( [^\r]*)?$/.test(statusLine))
    note('status-line', `malformed status line ${show(statusLine)}`)
  if (status < 100 || status > 599) note('status-code', `the status code is ${code}, outside 100 to 599`)
  const fields = parseFields(headerLines, note)
  return {
    statusLine,
    httpVersion,
    status,
    reason: trimBlanks(reason),
    headerLines,
    fields,
    ...readFraming(fields, note),
  }
}

function parseFields(lines: readonly string[], note: Note): Field[] {
  const fields: [string, string][] = []
  for (const line of lines) {
    const last = fields.at(-1)
    // A cookie may be a secret.
    const shown = /cookie/i.test(`${last?.[0]} ${line}`) ? 'near a cookie' : show(line)
    if (/^[ \t]/.test(line)) {
      note('obs-fold', `a header line continues on the next line ${shown}`)
      if (last) last[1] = `${last[1]} ${line.trim()}`
      continue
    }
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0))
    const value = trimBlanks(line.slice(colon + 1))
    // Many clients reject or drop a header with white space after its name, so the kit also ignores such headers.
    if (!TOKEN.test(name)) note('field-syntax', `malformed header line ${shown}`)
    else {
      if (value.includes('\0') || value.includes('\r'))
        note('field-syntax', `control character in header line ${shown}`)
      fields.push([name, value])
    }
  }
  return fields
}

function readFraming(fields: readonly Field[], note: Note): Framing {
  const codings = listMembers(fields, 'transfer-encoding')
  const lengths = new Set(listMembers(fields, 'content-length'))
  if (codings.length > 0) {
    if (lengths.size > 0) note('length-and-chunked', 'both Transfer-Encoding and Content-Length are present')
    const chunked = codings.filter((coding) => coding === 'chunked').length
    if (chunked > 1 || (chunked === 1 && codings.at(-1) !== 'chunked'))
      note('transfer-coding', `the transfer codings are ${show(codings.join(', '))}`)
    return { framing: codings.at(-1) === 'chunked' ? 'chunked' : 'close', length: 0 }
  }
  const [first] = lengths
  if (first === undefined) return { framing: 'close', length: 0 }
  if (lengths.size > 1) note('length-conflict', `Content-Length is both ${show([...lengths].join(' and '))}`)
  if (!/^0*\d{1,15}$/.test(first)) {
    note('length-syntax', `malformed Content-Length ${show(first)}`)
    return { framing: 'close', length: 0 }
  }
  return { framing: 'content-length', length: Number(first) }
}

/** Whether the connection stays open after this response (RFC 9112 section 9.3). */
export function keepsConnection(head: Head): boolean {
  const options = listMembers(head.fields, 'connection')
  return head.httpVersion === '1.1' ? !options.includes('close') : options.includes('keep-alive')
}

/** Quotes the start of a string from the server, for use in a message. */
export const show = (text: string): string => JSON.stringify(text.slice(0, SHOWN))

/** Whether the bytes start a 408, which some servers send before they close an idle connection (RFC 9110 section 15.5.9). */
export const isIdleNotice = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 12) === 'HTTP/1.1 408'
