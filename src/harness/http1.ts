import { bodyBytes } from './bodyBytes.ts'
import type { Anomaly, AnomalyCode, Field, Response } from './exchange.ts'
import { type Head, headEnd, isIdleNotice, parseHead, persists, Unparsable } from './http1Head.ts'

/** How much of an answer is read before the reader gives up on the rest. */
export type ReadLimits = { head: number; body: number }

export type Read = { response: Response; keepAlive: boolean }

/**
 * Reads one HTTP/1.1 answer from bytes as they arrive, leniently, and notes every departure from RFC 9112 on the way:
 * a client library would hide most of what a conformance check has to see.
 */
export type ResponseReader = {
  /** Takes more bytes. Throws Unparsable when they cannot be the beginning of an answer. */
  push: (chunk: Buffer) => void
  /** The other side closed the connection. */
  close: () => void
  /** The answer, once it is whole (or cut by a limit, or by the close). */
  result: () => Read | undefined
  /** What has come of an answer that stands still in its body, once its head is whole. */
  partial: () => Response | undefined
  /** Whether any byte has come. */
  started: () => boolean
}

type State =
  | 'head'
  | 'length'
  | 'chunk-size'
  | 'chunk-data'
  | 'chunk-end'
  | 'trailers'
  | 'until-close'
  | 'done'

export function responseReader(method: string, limits: ReadLimits): ResponseReader {
  let state: State = 'head'
  let buffered: Buffer = Buffer.alloc(0)
  let started = false
  let head: Head | undefined
  let remaining = 0
  let cut = false
  let closed = false
  const body = bodyBytes(limits.body)
  const interim: number[] = []
  const trailers: Field[] = []
  const anomalies: Anomaly[] = []
  const note = (code: AnomalyCode, detail: string): void => {
    if (!anomalies.some((known) => known.code === code)) anomalies.push({ code, detail })
  }

  const keep = (bytes: Buffer): void => {
    if (body.add(bytes)) return
    cut = true
    state = 'done'
  }

  /** A line without its end; undefined while it is incomplete. */
  const takeLine = (code: AnomalyCode): string | undefined => {
    const end = buffered.indexOf(10)
    if (end < 0) {
      if (buffered.length > limits.head) throw new Unparsable(`a line of more than ${limits.head} bytes`)
      return undefined
    }
    const crlf = end > 0 && buffered[end - 1] === 13
    if (!crlf) note(code, 'a line ends with LF alone, where CRLF is due')
    const line = buffered.toString('latin1', 0, crlf ? end - 1 : end)
    buffered = buffered.subarray(end + 1)
    return line
  }

  const beginBody = (parsed: Head): void => {
    head = parsed
    const bodiless = method === 'HEAD' || parsed.status === 204 || parsed.status === 304
    const framing = bodiless ? 'none' : parsed.framing
    head.framing = framing
    if (framing === 'chunked') state = 'chunk-size'
    else if (framing === 'close') state = 'until-close'
    else {
      remaining = framing === 'none' ? 0 : parsed.length
      body.expect(remaining)
      state = remaining === 0 ? 'done' : 'length'
    }
  }

  const step = (): boolean => {
    switch (state) {
      case 'head': {
        if (
          buffered.length > 0 &&
          !'HTTP/'.startsWith(buffered.toString('latin1', 0, Math.min(5, buffered.length)))
        )
          throw new Unparsable(
            `an answer that begins with ${JSON.stringify(buffered.toString('latin1', 0, 40))}`,
          )
        const end = headEnd(buffered)
        if (end === undefined) {
          if (buffered.length > limits.head)
            throw new Unparsable(`a header section of more than ${limits.head} bytes`)
          return false
        }
        const parsed = parseHead(buffered.toString('latin1', 0, end.at), note)
        if (end.bare) note('bare-lf', 'header lines end with LF alone, where CRLF is due')
        buffered = buffered.subarray(end.at + end.length)
        if (parsed.status >= 100 && parsed.status < 200 && parsed.status !== 101) interim.push(parsed.status)
        else beginBody(parsed)
        return true
      }
      case 'length': {
        if (buffered.length === 0) return false
        const bytes = buffered.subarray(0, remaining)
        buffered = buffered.subarray(bytes.length)
        remaining -= bytes.length
        if (remaining === 0) state = 'done'
        keep(bytes)
        return true
      }
      case 'chunk-size': {
        const line = takeLine('chunk-syntax')
        if (line === undefined) return false
        const size = /^([0-9A-Fa-f]{1,12})[ \t]*(;.*)?$/.exec(line)?.[1]
        if (size === undefined) {
          note('chunk-syntax', `a chunk size reads ${JSON.stringify(line.slice(0, 40))}`)
          state = 'done'
          return false
        }
        remaining = Number.parseInt(size, 16)
        state = remaining === 0 ? 'trailers' : 'chunk-data'
        return true
      }
      case 'chunk-data': {
        if (buffered.length === 0) return false
        const bytes = buffered.subarray(0, remaining)
        buffered = buffered.subarray(bytes.length)
        remaining -= bytes.length
        if (remaining === 0) state = 'chunk-end'
        keep(bytes)
        return true
      }
      case 'chunk-end': {
        const line = takeLine('chunk-syntax')
        if (line === undefined) return false
        if (line !== '') {
          note('chunk-syntax', `a chunk is longer than its size says: ${JSON.stringify(line.slice(0, 40))}`)
          state = 'done'
          return false
        }
        state = 'chunk-size'
        return true
      }
      case 'trailers': {
        const line = takeLine('chunk-syntax')
        if (line === undefined) return false
        if (line === '') state = 'done'
        else {
          const colon = line.indexOf(':')
          trailers.push([line.slice(0, Math.max(colon, 0)), line.slice(colon + 1).trim()])
        }
        return true
      }
      case 'until-close':
        if (buffered.length === 0) return false
        keep(buffered)
        buffered = Buffer.alloc(0)
        return true
      case 'done':
        return false
    }
  }

  const surplus = (): void => {
    if (
      buffered.length === 0 ||
      cut ||
      isIdleNotice(buffered) ||
      anomalies.some(({ code }) => code === 'chunk-syntax')
    )
      return
    const excerpt = JSON.stringify(buffered.toString('latin1', 0, 40))
    if (head?.framing === 'none' && method === 'HEAD')
      note('body-forbidden', `the answer to HEAD is followed by a body: ${excerpt}`)
    else if (head?.framing === 'none' && (head.status === 204 || head.status === 304))
      note('body-forbidden', `the ${head.status} is followed by a body: ${excerpt}`)
    else note('surplus', `${buffered.length} bytes follow the end of the answer: ${excerpt}`)
  }

  const response = (of: Head, noted: readonly Anomaly[]): Response => {
    const { statusLine, httpVersion, status, reason, headerLines, fields, framing } = of
    const line = { statusLine, httpVersion, status, reason, headerLines, fields, framing }
    return { ...line, cut, body: body.all(), trailers, interim, anomalies: noted }
  }

  return {
    push(chunk) {
      started = true
      if (cut) return
      buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
      while (step()) {}
    },
    close() {
      closed = true
      if (state === 'done' || head === undefined) return
      if (state === 'length') note('body-short', `the body ends ${remaining} bytes before its Content-Length`)
      else if (state !== 'until-close') note('body-short', 'the connection closed before the last chunk')
      state = 'done'
    },
    result() {
      if (state !== 'done' || head === undefined) return undefined
      surplus()
      const sound = !anomalies.some(({ code }) => code === 'chunk-syntax' || code === 'length-conflict')
      const keepAlive =
        sound && !closed && !cut && head.framing !== 'close' && persists(head) && buffered.length === 0
      return { response: response(head, anomalies), keepAlive }
    },
    partial: () =>
      head === undefined || state === 'done'
        ? undefined
        : response(head, [...anomalies, { code: 'body-stalled', detail: missing(state, remaining) }]),
    started: () => started,
  }
}

/** What an answer that stands still in its body lacks. */
function missing(state: State, remaining: number): string {
  if (state === 'length') return `${remaining} bytes of the Content-Length do not come`
  if (state === 'until-close') return 'nothing tells the end of the body, and the connection stays open'
  return 'the last chunk does not come'
}
