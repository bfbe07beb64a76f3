import { pluralize } from '../../contract/words.ts'
import type { Anomaly, Response } from '../../judge/exchange.ts'
import { type Bounds, createBytes } from './bytes.ts'
import {
  findHeadEnd,
  type Head,
  isIdleNotice,
  keepsConnection,
  MAX_LINES,
  type Note,
  parseHead,
  show,
  TooLong,
  Unparsable,
} from './responseHead.ts'

/** A complete response, whether its connection can carry another request, and the bytes of the next response. */
export type WholeResponse = { response: Response; keepAlive: boolean; rest: Buffer }

/** The maximum number of interim responses before a response. */
const MAX_INTERIM = 100
/** The maximum number of chunks in a body. Even a short chunk takes time to read. */
const MAX_CHUNKS = 100_000

export type ResponseReader = ReturnType<typeof createResponseReader>

/**
 * Creates a reader for one HTTP/1.1 response. The bytes of the response may arrive in parts. The reader is lenient, but records
 * violations of RFC 9112, most of which a client library would hide.
 */
export function createResponseReader(method: string, limits: { head: number; body: Bounds }) {
  const unread = createBytes({ limit: Number.POSITIVE_INFINITY })
  /** The body, with chunks joined. */
  const body = createBytes(limits.body)
  let head: Head | undefined
  /** The number of bytes that the head may have. Interim responses reduce this number. */
  let left = limits.head
  /** The number of bytes until the end of the body or of the current chunk. */
  let remaining = 0
  let started = false
  let closed = false
  /** Whether the body is too long, or has too many chunks. The reader does not read the rest of such a body. */
  let cut = false
  let ended = false
  const anomalies: Anomaly[] = []
  const note: Note = (code, detail) => {
    if (!anomalies.some((anomaly) => anomaly.code === code)) anomalies.push({ code, detail })
  }

  /** Reads the response. Yields whenever more bytes are needed. */
  function* readResponse(): Generator<undefined, void> {
    for (let interim = 0; !head; interim++) {
      if (interim > MAX_INTERIM) throw new TooLong(`more than ${MAX_INTERIM} interim responses`)
      const parsed = yield* readHead()
      const { status } = parsed
      if (status >= 100 && status < 200 && status !== 101) continue
      const isBodiless = method === 'HEAD' || status === 204 || status === 304
      head = isBodiless ? { ...parsed, framing: 'none', length: 0 } : parsed
    }
    if (head.framing === 'content-length') {
      body.expect(head.length)
      yield* readBody(head.length)
    }
    if (head.framing === 'chunked') yield* readChunks()
    if (head.framing === 'close') yield* readBody(Number.POSITIVE_INFINITY)
  }
  function* readHead(): Generator<undefined, Head> {
    for (let searched = 0; ; yield) {
      const bytes = unread.view()
      if (!'HTTP/'.startsWith(bytes.toString('latin1', 0, 5)))
        throw Object.assign(
          new Unparsable(`the response begins with ${showBytes(bytes)}`),
          isHttp2(bytes) && { code: 'HTTP2' },
        )
      const end = findHeadEnd(bytes, searched)
      searched = Math.max(0, bytes.length - 3)
      if ((end ?? bytes.length) > left)
        throw new TooLong(`a header section of more than ${limits.head} bytes`)
      if (end === undefined) continue
      const parsed = parseHead(bytes.toString('latin1', 0, end), note)
      unread.drop(end)
      left -= end
      return parsed
    }
  }
  /** Reads bytes of the body. */
  function* readBody(length: number): Generator<undefined, void> {
    for (remaining = length; remaining > 0; ) {
      const bytes = unread.view().subarray(0, remaining)
      remaining -= bytes.length
      cut = !body.add(bytes)
      unread.drop(bytes.length)
      if (cut || remaining > 0) yield
    }
  }
  /** Reads the chunks of a body. Stops at an invalid chunk, because the end of the body is then unknown. */
  function* readChunks(): Generator<undefined, void> {
    for (let chunks = 1; ; chunks++) {
      const line = yield* readLine()
      const [, size] = /^([0-9A-Fa-f]{1,12})[ \t]*(;.*)?$/.exec(line) ?? []
      if (size === undefined) return note('chunk-syntax', `invalid chunk size ${show(line)}`)
      const length = Number.parseInt(size, 16)
      if (length === 0) return yield* skipTrailers()
      if (chunks > MAX_CHUNKS) cut = true
      if (cut) yield
      yield* readBody(length)
      const rest = yield* readLine()
      if (rest !== '') return note('chunk-syntax', `a chunk is longer than its declared size: ${show(rest)}`)
    }
  }
  function* skipTrailers(): Generator<undefined, void> {
    for (let lines = 1, bytes = 0; ; lines++) {
      const { length } = yield* readLine()
      if (length === 0) return
      bytes += length
      if (bytes > limits.head || lines > MAX_LINES)
        throw new TooLong(`more than ${limits.head} bytes or ${MAX_LINES} lines of trailers`)
    }
  }
  /** Reads a line, and returns it without its newline. */
  function* readLine(): Generator<undefined, string> {
    for (let searched = 0; ; yield) {
      const bytes = unread.view()
      const end = bytes.indexOf(10, searched)
      searched = bytes.length
      if ((end < 0 ? bytes.length : end) > limits.head)
        throw new TooLong(`a line of more than ${limits.head} bytes`)
      if (end < 0) continue
      const crlf = end > 0 && bytes[end - 1] === 13
      if (!crlf) note('chunk-syntax', 'a line ends with LF alone instead of CRLF')
      const line = bytes.toString('latin1', 0, crlf ? end - 1 : end)
      unread.drop(end + 1)
      return line
    }
  }

  const noteSurplus = ({ framing, status }: Head): void => {
    const surplus = unread.view()
    if (surplus.length === 0 || cut || isIdleNotice(surplus) || !isClear()) return
    const end =
      framing === 'content-length'
        ? `the ${body.view().length} that Content-Length announces`
        : 'the end of the response'
    const whose = method === 'HEAD' ? 'response to HEAD' : status
    const isBody = framing === 'none' && surplus.toString('latin1', 0, 5) !== 'HTTP/'
    if (isBody) note('body-forbidden', `the ${whose} is followed by a body: ${showBytes(surplus)}`)
    else note('surplus', `${pluralize(surplus.length, 'byte')} after ${end}: ${showBytes(surplus)}`)
  }
  /** Whether the reader knows where the response ends. */
  const isClear = (): boolean => !anomalies.some(({ code }) => code === 'chunk-syntax')
  const describeMissing = ({ framing }: Head): string => {
    if (framing === 'content-length')
      return `${pluralize(remaining, 'byte')} of the Content-Length ${remaining === 1 ? 'is' : 'are'} missing`
    if (framing === 'close') return 'the end of the body is not declared, and the connection stays open'
    return 'the last chunk is missing'
  }
  /** Copies the parts of the response, so that a returned response never changes. */
  const build = ({ length: _, framing: __, ...rest }: Head, noted: readonly Anomaly[]): Response => ({
    ...rest,
    cut,
    body: body.all(),
    anomalies: [...noted],
  })

  const reading = readResponse()
  return {
    /** Adds bytes. The caller may reuse the buffer. Throws Unparsable if the bytes cannot be the start of a response. */
    push(chunk: Buffer): void {
      started = true
      if (cut) return
      unread.add(chunk)
      ended = reading.next().done === true || cut
    },
    /** Tells the reader that the server closed the connection. */
    close(): void {
      closed = true
      if (!head) return
      const isShort = !ended && head.framing !== 'close'
      const detail =
        head.framing === 'chunked'
          ? 'the connection closed before the last chunk'
          : `the body ends ${pluralize(remaining, 'byte')} before its Content-Length`
      if (isShort) note('body-short', detail)
      ended = true
    },
    /** Returns the response if it is complete, or if a limit or the end of the connection has cut it off. `isLast`: no response follows. */
    result(isLast = true): WholeResponse | undefined {
      if (!head || !ended) return undefined
      if (isLast) noteSurplus(head)
      const rest = unread.view()
      const isSound = isClear() && !anomalies.some(({ code }) => code === 'length-conflict')
      const isOpen = !closed && !cut && head.framing !== 'close' && keepsConnection(head)
      const keepAlive = isSound && isOpen && !(isLast && rest.length > 0)
      return { response: build(head, anomalies), keepAlive, rest }
    },
    /** Returns the response with the received part of its body, or undefined before the end of the head. */
    partial(): Response | undefined {
      if (!head || ended) return undefined
      return build(head, [...anomalies, { code: 'body-stalled', detail: describeMissing(head) }])
    },
    /** Whether the reader has received at least one byte. */
    started: () => started,
  }
}

/** Whether the bytes are a SETTINGS frame, which an HTTP/2 server sends first (RFC 9113 section 3.4). */
const isHttp2 = (bytes: Buffer): boolean => bytes.length >= 9 && bytes[3] === 4 && bytes.readUInt32BE(5) === 0

/** Quotes the first 40 bytes, for use in a message: as UTF-8 if possible, and else as Latin-1. */
function showBytes(bytes: Buffer): string {
  // The last character may be cut.
  const text = bytes.toString('utf8', 0, 40).replace(/\ufffd$/, '')
  return show(text.includes('\ufffd') ? bytes.toString('latin1', 0, 40) : text)
}
