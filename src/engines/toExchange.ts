import type { AnsweredExchange, Field, Probe } from '../harness/exchange.ts'

/** What an engine tells of one answer. */
export type Told = {
  probe: Probe
  url: string
  /** The path, query included, and the fields that the engine was given to send. */
  target: string
  sent: readonly Field[]
  startedAt: number
  durationMs: number
  status: number
  reason: string
  httpVersion: string
  fields: readonly Field[]
  body: Buffer
}

/** Bytes of a body that are kept of what an engine was answered. */
export const KEPT_BODY = 1024 * 1024

/** The exchange as an engine saw it. How the body was framed on the wire it does not tell. */
export function answered(told: Told): AnsweredExchange {
  const { probe, url, startedAt, durationMs, status, reason, httpVersion, fields, body } = told
  const cut = body.length > KEPT_BODY
  const head = [`${probe.method} ${told.target} HTTP/1.1`, ...told.sent.map(fieldLine)]
  return {
    probe,
    attempt: 1,
    connection: { id: 0, earlier: 0 },
    url,
    request: Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'),
    startedAt,
    durationMs,
    hops: [],
    waited: [],
    response: {
      statusLine: `HTTP/${httpVersion} ${status} ${reason}`,
      httpVersion,
      status,
      reason,
      headerLines: fields.map(fieldLine),
      fields,
      trailers: [],
      interim: [],
      framing: 'content-length',
      // A part would hold on to the memory for the whole.
      body: cut ? Buffer.from(body.subarray(0, KEPT_BODY)) : body,
      cut,
      anomalies: [],
    },
  }
}

function fieldLine([name, value]: Field): string {
  return `${name}: ${value}`
}
