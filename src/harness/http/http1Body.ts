import type { Field } from '../exchange.ts'
import { bodyBytes } from './bodyBytes.ts'
import { type Head, type Note, type ReadLimits, Unparsable } from './http1Head.ts'

/** Reads the body of an answer out of the bytes behind its head, as its framing says. */
export type BodyReader = {
  /** Takes what belongs to the body, and returns what does not, or cannot be told yet. */
  take: (bytes: Buffer) => Buffer
  /** The other side closed the connection. */
  close: () => void
  /** Whether all of it came, or a limit or the close has cut it. */
  ended: () => boolean
  /** Whether it is longer than the limit. */
  cut: () => boolean
  /** Its bytes, chunks joined. */
  bytes: () => Buffer
  trailers: readonly Field[]
  /** What an answer lacks that stands still here. */
  missing: () => string
}

type State = 'length' | 'chunk-size' | 'chunk-data' | 'chunk-end' | 'trailers' | 'until-close' | 'ended'

export function createBodyReader({ framing, length }: Head, limits: ReadLimits, note: Note): BodyReader {
  let state: State = framing === 'chunked' ? 'chunk-size' : framing === 'close' ? 'until-close' : 'length'
  let rest: Buffer = Buffer.alloc(0)
  let remaining = length
  let cut = false
  const body = bodyBytes(limits.body, limits.known ?? Buffer.alloc(0))
  const trailers: Field[] = []
  if (state === 'length') {
    body.expect(remaining)
    if (remaining === 0) state = 'ended'
  }

  const keep = (bytes: Buffer): void => {
    if (body.add(bytes)) return
    cut = true
    state = 'ended'
  }

  /** Keeps what is there of the bytes that remain of the body or of a chunk. */
  const takeRemaining = (next: State): boolean => {
    if (rest.length === 0) return false
    const bytes = rest.subarray(0, remaining)
    rest = rest.subarray(bytes.length)
    remaining -= bytes.length
    if (remaining === 0) state = next
    keep(bytes)
    return true
  }

  /** A line without its end; undefined while it is incomplete. */
  const takeLine = (): string | undefined => {
    const end = rest.indexOf(10)
    if (end < 0) {
      if (rest.length > limits.head) throw new Unparsable(`a line of more than ${limits.head} bytes`)
      return undefined
    }
    const crlf = end > 0 && rest[end - 1] === 13
    if (!crlf) note('chunk-syntax', 'a line ends with LF alone, where CRLF is due')
    const line = rest.toString('latin1', 0, crlf ? end - 1 : end)
    rest = rest.subarray(end + 1)
    return line
  }

  /** Where the chunks cannot be read, nothing tells where they end. */
  const giveUp = (detail: string): false => {
    note('chunk-syntax', detail)
    state = 'ended'
    return false
  }

  const readLine = (line: string): boolean => {
    const shown = JSON.stringify(line.slice(0, 40))
    if (state === 'chunk-size') {
      const size = /^([0-9A-Fa-f]{1,12})[ \t]*(;.*)?$/.exec(line)?.[1]
      if (size === undefined) return giveUp(`a chunk size reads ${shown}`)
      remaining = Number.parseInt(size, 16)
      state = remaining === 0 ? 'trailers' : 'chunk-data'
    } else if (state === 'chunk-end') {
      if (line !== '') return giveUp(`a chunk is longer than its size says: ${shown}`)
      state = 'chunk-size'
    } else if (line === '') state = 'ended'
    else {
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
      keep(rest)
      rest = Buffer.alloc(0)
      return false
    }
    const line = takeLine()
    return line !== undefined && readLine(line)
  }

  return {
    take(bytes) {
      rest = bytes
      while (step()) {}
      return rest
    },
    close() {
      if (state === 'length') note('body-short', `the body ends ${remaining} bytes before its Content-Length`)
      else if (state !== 'until-close' && state !== 'ended')
        note('body-short', 'the connection closed before the last chunk')
      state = 'ended'
    },
    ended: () => state === 'ended',
    cut: () => cut,
    bytes: body.all,
    trailers,
    missing() {
      if (state === 'length') return `${remaining} bytes of the Content-Length do not come`
      if (state === 'until-close') return 'nothing tells the end of the body, and the connection stays open'
      return 'the last chunk does not come'
    },
  }
}
