import type { Anomaly, Response } from '../exchange.ts'
import { type BodyReader, bodyReader } from './http1Body.ts'
import {
  type Head,
  headEnd,
  isIdleNotice,
  type Note,
  parseHead,
  persists,
  type ReadLimits,
  Unparsable,
} from './http1Head.ts'

export type Read = { response: Response; keepAlive: boolean }

/**
 * Reads one HTTP/1.1 answer from bytes as they arrive, leniently, and notes every departure from RFC 9112 on the way:
 * a client library would hide most of what a conformance check has to see.
 */
export type ResponseReader = {
  /** Takes more bytes, and keeps none of the buffer that they come in. Throws Unparsable when they cannot be the beginning of an answer. */
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

/** An answer from its head on. */
type Begun = { head: Head; body: BodyReader }

export function responseReader(method: string, limits: ReadLimits): ResponseReader {
  let buffered: Buffer = Buffer.alloc(0)
  let started = false
  let closed = false
  let begun: Begun | undefined
  const interim: number[] = []
  const anomalies: Anomaly[] = []
  const note: Note = (code, detail) => {
    if (!anomalies.some((known) => known.code === code)) anomalies.push({ code, detail })
  }

  /** Reads the heads of interim answers and of the final one. */
  const readHeads = (): void => {
    for (let head = takeHead(); head; head = takeHead()) {
      const { status } = head
      if (status >= 100 && status < 200 && status !== 101) interim.push(status)
      else {
        const bodiless = method === 'HEAD' || status === 204 || status === 304
        if (bodiless) head = { ...head, framing: 'none', length: 0 }
        begun = { head, body: bodyReader(head, limits, note) }
        return
      }
    }
  }

  const takeHead = (): Head | undefined => {
    if (!'HTTP/'.startsWith(buffered.toString('latin1', 0, 5)))
      throw new Unparsable(`an answer that begins with ${JSON.stringify(buffered.toString('latin1', 0, 40))}`)
    const end = headEnd(buffered)
    if (end === undefined) {
      if (buffered.length > limits.head)
        throw new Unparsable(`a header section of more than ${limits.head} bytes`)
      return undefined
    }
    const head = parseHead(buffered.toString('latin1', 0, end.at), note)
    if (end.bare) note('bare-lf', 'header lines end with LF alone, where CRLF is due')
    buffered = buffered.subarray(end.at + end.length)
    return head
  }

  const noteSurplus = ({ head: { framing, status }, body }: Begun): void => {
    if (buffered.length === 0 || body.cut() || isIdleNotice(buffered) || !isClear()) return
    const excerpt = JSON.stringify(buffered.toString('latin1', 0, 40))
    if (framing !== 'none')
      note('surplus', `${buffered.length} bytes follow the end of the answer: ${excerpt}`)
    else if (method === 'HEAD') note('body-forbidden', `the answer to HEAD is followed by a body: ${excerpt}`)
    else note('body-forbidden', `the ${status} is followed by a body: ${excerpt}`)
  }
  /** Whether it is told where the answer ends. */
  const isClear = (): boolean => !anomalies.some(({ code }) => code === 'chunk-syntax')

  const response = ({ head, body }: Begun, noted: readonly Anomaly[]): Response => {
    const { length, ...told } = head
    const { trailers } = body
    return { ...told, cut: body.cut(), body: body.bytes(), trailers, interim, anomalies: noted }
  }

  return {
    push(chunk) {
      started = true
      if (begun?.body.cut()) return
      buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
      if (!begun) readHeads()
      if (begun) buffered = begun.body.take(buffered)
      buffered = Buffer.from(buffered)
    },
    close() {
      closed = true
      begun?.body.close()
    },
    result() {
      if (!begun?.body.ended()) return undefined
      noteSurplus(begun)
      const { head, body } = begun
      const sound = isClear() && !anomalies.some(({ code }) => code === 'length-conflict')
      const keepAlive =
        sound && !closed && !body.cut() && head.framing !== 'close' && persists(head) && buffered.length === 0
      return { response: response(begun, anomalies), keepAlive }
    },
    partial() {
      if (!begun || begun.body.ended()) return undefined
      const stalled: Anomaly = { code: 'body-stalled', detail: begun.body.missing() }
      return response(begun, [...anomalies, stalled])
    },
    started: () => started,
  }
}
