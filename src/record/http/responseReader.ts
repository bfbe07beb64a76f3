import { pluralize } from '../../contract/words.ts'
import type { Anomaly, Response } from '../../judge/exchange.ts'
import { type BodyReader, createBodyReader } from './bodyReader.ts'
import { createBacklog } from './bytes.ts'
import {
  AROUND,
  BARE_LF,
  findHeadEnd,
  type Head,
  isIdleNotice,
  keepsConnection,
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

/** A response after its head. */
type OpenResponse = { head: Head; body: BodyReader }

export function createResponseReader(method: string, limits: ReadLimits): ResponseReader {
  const backlog = createBacklog()
  let buffered: Buffer = Buffer.alloc(0)
  /** Bytes that were searched for the end of the head. */
  let searched = 0
  let started = false
  let closed = false
  let opened: OpenResponse | undefined
  const interim: number[] = []
  const anomalies: Anomaly[] = []
  const note: Note = (code, detail, bytes) => {
    if (!anomalies.some((anomaly) => anomaly.code === code))
      anomalies.push({ code, detail, ...(bytes && { bytes }) })
  }

  /** Reads the heads of interim responses and of the final one. */
  const readHeads = (): void => {
    for (let head = takeHead(); head; head = takeHead()) {
      const { status } = head
      if (status >= 100 && status < 200 && status !== 101) {
        interim.push(status)
        if (interim.length > MAX_INTERIM) throw new Unparsable(`more than ${MAX_INTERIM} interim responses`)
      } else {
        const bodiless = method === 'HEAD' || status === 204 || status === 304
        if (bodiless) head = { ...head, framing: 'none', length: 0 }
        opened = { head, body: createBodyReader(head, limits, note) }
        return
      }
    }
  }

  const takeHead = (): Head | undefined => {
    if (!'HTTP/'.startsWith(buffered.toString('latin1', 0, 5)))
      throw new Unparsable(
        `a response that begins with ${JSON.stringify(buffered.toString('latin1', 0, 40))}`,
      )
    const end = findHeadEnd(buffered, searched)
    if (end === undefined) {
      searched = Math.max(0, buffered.length - 3)
      if (buffered.length > limits.head)
        throw new Unparsable(`a header section of more than ${limits.head} bytes`)
      return undefined
    }
    if (end.at > limits.head) throw new Unparsable(`a header section of more than ${limits.head} bytes`)
    searched = 0
    const head = parseHead(buffered.toString('latin1', 0, end.at), note)
    if (end.bare) note('bare-lf', BARE_LF)
    buffered = buffered.subarray(end.at + end.length)
    return head
  }

  const noteSurplus = ({ head: { framing, status }, body }: OpenResponse): void => {
    if (buffered.length === 0 || body.cut() || isIdleNotice(buffered) || !isClear()) return
    const excerpt = JSON.stringify(buffered.toString('latin1', 0, 40))
    const before = body.bytes().subarray(-AROUND).toString('latin1')
    const after = buffered.toString('latin1', 0, AROUND)
    const bytes = { text: before + after, offset: before.length, length: after.length }
    const end =
      framing === 'content-length'
        ? `the ${body.bytes().length} that Content-Length announces`
        : 'the end of the response'
    if (framing !== 'none')
      note('surplus', `${pluralize(buffered.length, 'byte')} after ${end}: ${excerpt}`, bytes)
    else if (method === 'HEAD')
      note('body-forbidden', `the response to HEAD is followed by a body: ${excerpt}`)
    else note('body-forbidden', `the ${status} is followed by a body: ${excerpt}`)
  }
  /** Whether the end of the response is known. */
  const isClear = (): boolean => !anomalies.some(({ code }) => code === 'chunk-syntax')

  const response = ({ head, body }: OpenResponse, noted: readonly Anomaly[]): Response => {
    const { length, ...rest } = head
    // Copies: what is delivered never changes.
    const trailers = [...body.trailers]
    return { ...rest, cut: body.cut(), body: body.bytes(), trailers, interim: [...interim], anomalies: noted }
  }

  return {
    push(chunk) {
      started = true
      if (opened?.body.cut()) return
      buffered = backlog.add(chunk)
      if (!opened) readHeads()
      if (opened) buffered = opened.body.take(buffered)
      buffered = backlog.keep(buffered)
    },
    close() {
      closed = true
      opened?.body.close()
    },
    result() {
      if (!opened?.body.ended()) return undefined
      noteSurplus(opened)
      const { head, body } = opened
      const sound = isClear() && !anomalies.some(({ code }) => code === 'length-conflict')
      const keepAlive =
        sound &&
        !closed &&
        !body.cut() &&
        head.framing !== 'close' &&
        keepsConnection(head) &&
        buffered.length === 0
      return { response: response(opened, [...anomalies]), keepAlive }
    },
    partial() {
      if (!opened || opened.body.ended()) return undefined
      const stalled: Anomaly = { code: 'body-stalled', detail: opened.body.missing() }
      return response(opened, [...anomalies, stalled])
    },
    started: () => started,
  }
}
