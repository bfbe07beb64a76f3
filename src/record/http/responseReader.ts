import { pluralize } from '../../contract/words.ts'
import type { Anomaly, Excerpt, Field, Response } from '../../judge/exchange.ts'
import { createBytes } from './bytes.ts'
import {
  AROUND,
  BARE_LF,
  findHeadEnd,
  type Head,
  isIdleNotice,
  keepsConnection,
  MAX_LINES,
  type Note,
  parseHead,
  type ReadLimits,
  Unparsable,
} from './responseHead.ts'

/** A complete response, and whether its connection can carry another request. */
export type WholeResponse = { response: Response; keepAlive: boolean }

/**
 * Reads one HTTP/1.1 response from bytes as they arrive. It is lenient, and notes every departure from RFC 9112, most of
 * which a client library would hide.
 */
export type ResponseReader = {
  /** Adds bytes. The caller may reuse their buffer. Throws Unparsable if they cannot be the start of a response. */
  push: (chunk: Buffer) => void
  /** The other side closed the connection. */
  close: () => void
  /** The response, once it is complete, or cut by a limit or by the close. */
  result: () => WholeResponse | undefined
  /** What was received of an incomplete body; undefined before the end of the head. */
  partial: () => Response | undefined
  /** Whether any byte was received. */
  started: () => boolean
}

/** Interim responses before a response. */
const MAX_INTERIM = 100
/** Each chunk costs time, however short it is. */
const MAX_CHUNKS = 100_000

type State =
  | 'head'
  | 'length'
  | 'chunk-size'
  | 'chunk-data'
  | 'chunk-end'
  | 'trailers'
  | 'until-close'
  | 'ended'

export function createResponseReader(method: string, limits: ReadLimits): ResponseReader {
  const unread = createBytes()
  /** The body, with chunks joined. */
  const body = createBytes(limits.body)
  let state: State = 'head'
  let head: Head | undefined
  /** Bytes of `unread` that were searched for the end of the head or of a line. */
  let searched = 0
  /** Bytes until the end of the body or of a chunk. */
  let remaining = 0
  /** The size of the last chunk, as it was written. */
  let size = ''
  let chunks = 0
  let trailerBytes = 0
  let started = false
  let closed = false
  /** Whether the body is longer than the limit. */
  let cut = false
  const interim: number[] = []
  const trailers: Field[] = []
  const anomalies: Anomaly[] = []
  const note: Note = (code, detail, bytes) => {
    if (!anomalies.some((anomaly) => anomaly.code === code))
      anomalies.push({ code, detail, ...(bytes && { bytes }) })
  }

  /** Reads the next part of what has arrived. Returns false if more must arrive first, or nothing is left to read. */
  const readPart = (): boolean => {
    if (state === 'ended') return false
    if (state === 'head') return readHead()
    if (state === 'length') return readBytes('ended')
    if (state === 'chunk-data') return readBytes('chunk-end')
    if (state === 'until-close') {
      const bytes = unread.view()
      keep(bytes)
      unread.drop(bytes.length)
      return false
    }
    const line = takeLine()
    return line !== undefined && readLine(line)
  }

  /** Reads the head of an interim response or of the final one. */
  const readHead = (): boolean => {
    const bytes = unread.view()
    if (!'HTTP/'.startsWith(bytes.toString('latin1', 0, 5)))
      throw new Unparsable(`a response that begins with ${excerpt(bytes)}`)
    const end = findHeadEnd(bytes, searched)
    searched = end ? 0 : Math.max(0, bytes.length - 3)
    if ((end?.at ?? bytes.length) > limits.head)
      throw new Unparsable(`a header section of more than ${limits.head} bytes`)
    if (!end) return false
    const parsed = parseHead(bytes.toString('latin1', 0, end.at), note)
    if (end.bare) note('bare-lf', BARE_LF)
    unread.drop(end.at + end.length)
    const { status } = parsed
    if (status >= 100 && status < 200 && status !== 101) {
      interim.push(status)
      if (interim.length > MAX_INTERIM) throw new Unparsable(`more than ${MAX_INTERIM} interim responses`)
      return true
    }
    const isBodiless = method === 'HEAD' || status === 204 || status === 304
    head = isBodiless ? { ...parsed, framing: 'none', length: 0 } : parsed
    remaining = head.length
    body.expect(remaining)
    state = remaining > 0 ? 'length' : 'ended'
    if (head.framing === 'chunked') state = 'chunk-size'
    if (head.framing === 'close') state = 'until-close'
    return true
  }

  /** Reads up to `remaining` bytes of the body or of a chunk. */
  const readBytes = (next: State): boolean => {
    const bytes = unread.view().subarray(0, remaining)
    if (bytes.length === 0) return false
    remaining -= bytes.length
    if (remaining === 0) state = next
    keep(bytes)
    unread.drop(bytes.length)
    return true
  }
  const keep = (bytes: Buffer): void => {
    if (!body.add(bytes)) stop()
  }
  const stop = (): false => {
    cut = true
    state = 'ended'
    return false
  }

  /** Returns the next line without its end; undefined while it is incomplete. */
  const takeLine = (): string | undefined => {
    const bytes = unread.view()
    const end = bytes.indexOf(10, searched)
    searched = end < 0 ? bytes.length : 0
    if ((end < 0 ? bytes.length : end) > limits.head)
      throw new Unparsable(`a line of more than ${limits.head} bytes`)
    if (end < 0) return undefined
    const crlf = end > 0 && bytes[end - 1] === 13
    if (!crlf) note('chunk-syntax', 'a line ends with LF alone instead of CRLF')
    const line = bytes.toString('latin1', 0, crlf ? end - 1 : end)
    unread.drop(end + 1)
    return line
  }
  const readLine = (line: string): boolean => {
    const shown = JSON.stringify(line.slice(0, 40))
    if (state === 'chunk-size') {
      const digits = /^([0-9A-Fa-f]{1,12})[ \t]*(;.*)?$/.exec(line)?.[1]
      if (digits === undefined) return giveUp(`invalid chunk size ${shown}`, line)
      size = digits
      chunks += 1
      if (chunks > MAX_CHUNKS) return stop()
      remaining = Number.parseInt(size, 16)
      state = remaining === 0 ? 'trailers' : 'chunk-data'
    } else if (state === 'chunk-end') {
      if (line !== '') return giveUp(`a chunk is longer than its declared size: ${shown}`, line)
      state = 'chunk-size'
    } else if (line === '') state = 'ended'
    else {
      trailerBytes += line.length
      if (trailerBytes > limits.head || trailers.length >= MAX_LINES)
        throw new Unparsable(`more than ${limits.head} bytes or ${MAX_LINES} lines of trailers`)
      const colon = line.indexOf(':')
      trailers.push([line.slice(0, Math.max(colon, 0)), line.slice(colon + 1).trim()])
    }
    return true
  }
  /** If the chunks cannot be read, the end of the body is unknown. */
  const giveUp = (detail: string, line: string): false => {
    const sent = body.view().subarray(-Number.parseInt(size, 16)).toString('latin1')
    const data = sent.length > AROUND ? `…${sent.slice(-AROUND)}` : sent
    const before = size === '' ? '' : `${size}\r\n${data}${state === 'chunk-size' ? '\r\n' : ''}`
    const wrong = line.slice(0, AROUND)
    const bytes = { text: `${before}${wrong}\r\n`, offset: before.length, length: wrong.length }
    note('chunk-syntax', detail, bytes)
    state = 'ended'
    return false
  }

  /** The end of what was received. */
  const showEnd = (): Excerpt => {
    const text = body.view().subarray(-AROUND).toString('latin1')
    return { text, offset: text.length, length: 1 }
  }
  const noteSurplus = ({ framing, status }: Head): void => {
    const surplus = unread.view()
    if (surplus.length === 0 || cut || isIdleNotice(surplus) || !isClear()) return
    const before = body.view().subarray(-AROUND).toString('latin1')
    const after = surplus.toString('latin1', 0, AROUND)
    const bytes = { text: before + after, offset: before.length, length: after.length }
    const end =
      framing === 'content-length'
        ? `the ${body.view().length} that Content-Length announces`
        : 'the end of the response'
    const whose = method === 'HEAD' ? 'response to HEAD' : status
    if (framing === 'none') note('body-forbidden', `the ${whose} is followed by a body: ${excerpt(surplus)}`)
    else note('surplus', `${pluralize(surplus.length, 'byte')} after ${end}: ${excerpt(surplus)}`, bytes)
  }
  /** Whether the end of the response is known. */
  const isClear = (): boolean => !anomalies.some(({ code }) => code === 'chunk-syntax')
  const describeMissing = (): string => {
    if (state === 'length')
      return `${pluralize(remaining, 'byte')} of the Content-Length ${remaining === 1 ? 'is' : 'are'} missing`
    if (state === 'until-close') return 'the end of the body is not declared, and the connection stays open'
    return 'the last chunk is missing'
  }
  /** Copies: what is delivered never changes. */
  const build = ({ length: _, ...rest }: Head, noted: readonly Anomaly[]): Response => ({
    ...rest,
    cut,
    body: body.all(),
    trailers: [...trailers],
    interim: [...interim],
    anomalies: [...noted],
  })

  return {
    push(chunk) {
      started = true
      if (cut) return
      unread.add(chunk)
      while (readPart()) {}
    },
    close() {
      closed = true
      if (state === 'head') return
      if (state === 'length')
        note(
          'body-short',
          `the body ends ${pluralize(remaining, 'byte')} before its Content-Length`,
          showEnd(),
        )
      else if (state !== 'until-close' && state !== 'ended')
        note('body-short', 'the connection closed before the last chunk', showEnd())
      state = 'ended'
    },
    result() {
      if (!head || state !== 'ended') return undefined
      noteSurplus(head)
      const isSound = isClear() && !anomalies.some(({ code }) => code === 'length-conflict')
      const isOpen = !closed && !cut && head.framing !== 'close' && keepsConnection(head)
      return { response: build(head, anomalies), keepAlive: isSound && isOpen && unread.view().length === 0 }
    },
    partial() {
      if (!head || state === 'ended') return undefined
      return build(head, [...anomalies, { code: 'body-stalled', detail: describeMissing() }])
    },
    started: () => started,
  }
}

/** The first bytes, in quotation marks. */
function excerpt(bytes: Buffer): string {
  return JSON.stringify(bytes.toString('latin1', 0, 40))
}
