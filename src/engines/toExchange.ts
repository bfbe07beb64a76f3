import type { AnsweredExchange, Field, Probe } from '../harness/exchange.ts'

/** A response as an engine reports it. */
export type EngineResponse = {
  probe: Probe
  url: string
  /** Path and query of the request, and its headers, as the kit passed them to the engine. */
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

/** Bytes of a body to keep. */
export const KEPT_BODY = 1024 * 1024

/** Converts a response to an exchange. Engines do not report the framing, so it is assumed to be sound. */
export function toExchange(received: EngineResponse): AnsweredExchange {
  const { probe, url, startedAt, durationMs, status, reason, httpVersion, fields, body } = received
  const cut = body.length > KEPT_BODY
  const head = [`${probe.method} ${received.target} HTTP/1.1`, ...received.sent.map(toLine)]
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
      headerLines: fields.map(toLine),
      fields,
      trailers: [],
      interim: [],
      framing: 'content-length',
      // A copy: a part would keep the whole buffer in memory.
      body: cut ? Buffer.from(body.subarray(0, KEPT_BODY)) : body,
      cut,
      anomalies: [],
    },
  }
}

function toLine([name, value]: Field): string {
  return `${name}: ${value}`
}
