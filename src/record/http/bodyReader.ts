import { pluralize } from '../../contract/words.ts'
import type { Excerpt, Field } from '../../judge/exchange.ts'
import { createBodyBytes } from './bytes.ts'
import { AROUND, type Head, MAX_LINES, type Note, type ReadLimits, Unparsable } from './responseHead.ts'

/** Reads the body of a response from the bytes after its head, by its framing. */
export type BodyReader = {
  /** Takes the bytes of the body. Returns those that do not belong to it, or may not. */
  take: (bytes: Buffer) => Buffer
  /** The other side closed the connection. */
  close: () => void
  /** Whether it is complete, or was cut by a limit or by the close. */
  ended: () => boolean
  /** Whether it is longer than the limit. */
  cut: () => boolean
  /** The bytes, with chunks joined. */
  bytes: () => Buffer
  trailers: readonly Field[]
  /** Describes what is missing. */
  missing: () => string
}

/** Each chunk costs time, however short it is. */
const MAX_CHUNKS = 100_000

type State = 'length' | 'chunk-size' | 'chunk-data' | 'chunk-end' | 'trailers' | 'until-close' | 'ended'

export function createBodyReader({ framing, length }: Head, limits: ReadLimits, note: Note): BodyReader {
  let state: State = framing === 'chunked' ? 'chunk-size' : framing === 'close' ? 'until-close' : 'length'
  let unread: Buffer = Buffer.alloc(0)
  let remaining = length
  let cut = false
  /** Bytes of `unread` that were searched for the end of the line. */
  let searched = 0
  let trailerBytes = 0
  let chunks = 0
  /** The size of the last chunk, as it was written. */
  let size = ''
  const body = createBodyBytes(limits.body)
  const trailers: Field[] = []
  if (state === 'length') {
    body.expect(remaining)
    if (remaining === 0) state = 'ended'
  }

  const keep = (bytes: Buffer): void => {
    if (!body.add(bytes)) stop()
  }
  const stop = (): false => {
    cut = true
    state = 'ended'
    return false
  }

  /** Takes up to `remaining` bytes of the body or of a chunk. */
  const takeRemaining = (next: State): boolean => {
    if (unread.length === 0) return false
    const bytes = unread.subarray(0, remaining)
    unread = unread.subarray(bytes.length)
    remaining -= bytes.length
    if (remaining === 0) state = next
    keep(bytes)
    return true
  }

  /** Returns the next line without its end; undefined while it is incomplete. */
  const takeLine = (): string | undefined => {
    const end = unread.indexOf(10, searched)
    searched = end < 0 ? unread.length : 0
    if ((end < 0 ? unread.length : end) > limits.head)
      throw new Unparsable(`a line of more than ${limits.head} bytes`)
    if (end < 0) return undefined
    const crlf = end > 0 && unread[end - 1] === 13
    if (!crlf) note('chunk-syntax', 'a line ends with LF alone instead of CRLF')
    const line = unread.toString('latin1', 0, crlf ? end - 1 : end)
    unread = unread.subarray(end + 1)
    return line
  }

  /** If the chunks cannot be read, the end of the body is unknown. */
  const giveUp = (detail: string, line: string): false => {
    const sent = body.all().subarray(-Number.parseInt(size, 16)).toString('latin1')
    const data = sent.length > AROUND ? `…${sent.slice(-AROUND)}` : sent
    const before = size === '' ? '' : `${size}\r\n${data}${state === 'chunk-size' ? '\r\n' : ''}`
    const wrong = line.slice(0, AROUND)
    note('chunk-syntax', detail, {
      text: `${before}${wrong}\r\n`,
      offset: before.length,
      length: wrong.length,
    })
    state = 'ended'
    return false
  }

  /** The end of what was received. */
  const end = (): Excerpt => {
    const text = body.all().subarray(-AROUND).toString('latin1')
    return { text, offset: text.length, length: 1 }
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

  const step = (): boolean => {
    if (state === 'ended') return false
    if (state === 'length') return takeRemaining('ended')
    if (state === 'chunk-data') return takeRemaining('chunk-end')
    if (state === 'until-close') {
      keep(unread)
      unread = Buffer.alloc(0)
      return false
    }
    const line = takeLine()
    return line !== undefined && readLine(line)
  }

  return {
    take(bytes) {
      unread = bytes
      while (step()) {}
      return unread
    },
    close() {
      if (state === 'length')
        note('body-short', `the body ends ${pluralize(remaining, 'byte')} before its Content-Length`, end())
      else if (state !== 'until-close' && state !== 'ended')
        note('body-short', 'the connection closed before the last chunk', end())
      state = 'ended'
    },
    ended: () => state === 'ended',
    cut: () => cut,
    bytes: body.all,
    trailers,
    missing() {
      if (state === 'length')
        return `${pluralize(remaining, 'byte')} of the Content-Length ${remaining === 1 ? 'is' : 'are'} missing`
      if (state === 'until-close') return 'the end of the body is not declared, and the connection stays open'
      return 'the last chunk is missing'
    },
  }
}
