import type { AnomalyCode, Field, Framing, Response } from '../exchange.ts'

export class Unparsable extends Error {}

/** How much of an answer is read before the reader gives up on the rest. */
export type ReadLimits = {
  head: number
  body: number
  /** A body that came before and is kept: an equal one takes no memory of its own. */
  known?: Buffer
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** The head of an answer, with how its body is framed. */
export type Head = Pick<
  Response,
  'statusLine' | 'httpVersion' | 'status' | 'reason' | 'headerLines' | 'fields' | 'framing'
> & { length: number }

/** Where the head ends, and how many bytes its end takes; undefined while it is incomplete. */
export function headEnd(bytes: Buffer): { at: number; length: number; bare: boolean } | undefined {
  const strict = bytes.indexOf('\r\n\r\n')
  const bare = bytes.indexOf('\n\n')
  if (bare >= 0 && (strict < 0 || bare < strict)) return { at: bare, length: 2, bare: true }
  return strict < 0 ? undefined : { at: strict, length: 4, bare: false }
}

export type Note = (code: AnomalyCode, detail: string) => void

/** Reads a status line and header lines. Throws Unparsable when the first line is no status line. */
export function parseHead(text: string, note: Note): Head {
  const [statusLine = '', ...headerLines] = text.split('\n').map((line) => {
    if (line.endsWith('\r')) return line.slice(0, -1)
    return line
  })
  if (/[^\r]\n/.test(text)) note('bare-lf', 'header lines end with LF alone, where CRLF is due')
  const match = /^HTTP\/(\d\.\d)[ \t]+(\d{3})(?:[ \t]+(.*))?$/.exec(statusLine)
  if (!match) throw new Unparsable(`the status line ${JSON.stringify(statusLine.slice(0, 80))}`)
  const [, httpVersion = '', code = '', reason = ''] = match
  const status = Number(code)
  if (!/^HTTP\/1\.[01] \d{3}( [^\r]*)?$/.test(statusLine))
    note('status-line', `the status line reads ${JSON.stringify(statusLine.slice(0, 80))}`)
  if (status < 100 || status > 599) note('status-code', `the status code is ${code}, outside 100 to 599`)
  const fields = parseFields(headerLines, note)
  return { statusLine, httpVersion, status, reason, headerLines, fields, ...bodyFraming(fields, note) }
}

function parseFields(lines: readonly string[], note: Note): Field[] {
  const fields: [string, string][] = []
  for (const line of lines) {
    const shown = JSON.stringify(line.slice(0, 80))
    const last = fields.at(-1)
    if (/^[ \t]/.test(line)) {
      note('obs-fold', `a header line is continued on the next: ${shown}`)
      if (last) last[1] = `${last[1]} ${line.trim()}`
      continue
    }
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0))
    const value = line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '')
    // A field whose name is followed by white space is one that clients refuse or drop, so it counts as not sent.
    if (!TOKEN.test(name)) note('field-syntax', `a header line that is no field: ${shown}`)
    else {
      if (value.includes('\0') || value.includes('\r'))
        note('field-syntax', `a control character in the field ${shown}`)
      fields.push([name, value])
    }
  }
  return fields
}

function bodyFraming(fields: readonly Field[], note: Note): { framing: Framing; length: number } {
  const codings = fieldValues(fields, 'transfer-encoding').flatMap((value) =>
    value.toLowerCase().split(/\s*,\s*/),
  )
  const lengths = new Set(fieldValues(fields, 'content-length').flatMap((value) => value.split(/\s*,\s*/)))
  if (codings.length > 0) {
    if (lengths.size > 0) note('length-and-chunked', 'both Transfer-Encoding and Content-Length are given')
    const chunked = codings.filter((coding) => coding === 'chunked').length
    if (chunked > 1 || (chunked === 1 && codings.at(-1) !== 'chunked'))
      note('transfer-coding', `the transfer codings are ${codings.join(', ')}`)
    return { framing: codings.at(-1) === 'chunked' ? 'chunked' : 'close', length: 0 }
  }
  const [first] = lengths
  if (first === undefined) return { framing: 'close', length: 0 }
  if (lengths.size > 1) note('length-conflict', `Content-Length is given as ${[...lengths].join(' and ')}`)
  if (!/^0*\d{1,15}$/.test(first)) {
    note('length-syntax', `Content-Length reads ${JSON.stringify(first.slice(0, 40))}`)
    return { framing: 'close', length: 0 }
  }
  return { framing: 'content-length', length: Number(first) }
}

/** Whether the connection stays open after this answer (RFC 9112 section 9.3). */
export function persists(head: Head): boolean {
  const options = fieldValues(head.fields, 'connection').flatMap((value) =>
    value.toLowerCase().split(/\s*,\s*/),
  )
  return head.httpVersion === '1.1' ? !options.includes('close') : options.includes('keep-alive')
}

/** The values of every field with that name, which is compared without regard to case. */
export function fieldValues(fields: readonly Field[], name: string): string[] {
  return fields.filter(([field]) => field.toLowerCase() === name).map(([, value]) => value)
}

/** Some servers say that they are tired of waiting before they close an idle connection (RFC 9110 section 15.5.9). */
export function isIdleNotice(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 12) === 'HTTP/1.1 408'
}
