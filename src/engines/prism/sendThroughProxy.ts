import { type Agent, type IncomingMessage, request as send } from 'node:http'
import type { AnsweredExchange, Field, Probe } from '../../harness/exchange.ts'
import { KEPT_BODY, toExchange } from '../toExchange.ts'

export type ProxyRequest = {
  probe: Probe
  /** The target's address, for the record. */
  url: string
  /** Path and query. */
  target: string
  fields: readonly Field[]
}

const MAX_HEAD = 128 * 1024

/** Sends one request through a proxy on this machine. Rejects without a complete response, or when aborted. */
export function sendThroughProxy(
  proxy: { port: number; agent: Agent },
  { probe, url, target, fields }: ProxyRequest,
  signal: AbortSignal,
): Promise<AnsweredExchange> {
  const { promise, resolve, reject } = Promise.withResolvers<AnsweredExchange>()
  const startedAt = performance.now()
  const outgoing = send({
    host: '127.0.0.1',
    port: proxy.port,
    agent: proxy.agent,
    method: probe.method,
    path: target,
    headers: fields.flat(),
    setHost: false,
    maxHeaderSize: MAX_HEAD,
    signal,
  })
  outgoing.on('error', reject)
  outgoing.on('response', (message) => {
    const chunks: Buffer[] = []
    let length = 0
    const finish = (): void => {
      const { statusCode: status = 0, statusMessage: reason = '', httpVersion } = message
      const durationMs = performance.now() - startedAt
      const body = Buffer.concat(chunks)
      resolve(
        toExchange({
          probe,
          url,
          target,
          sent: fields,
          startedAt,
          durationMs,
          status,
          reason,
          httpVersion,
          body,
          fields: readFields(message),
        }),
      )
    }
    message.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      // What Prism says about the response is in its head.
      if (length <= KEPT_BODY) return
      finish()
      message.destroy()
    })
    message.on('error', reject)
    message.on('end', finish)
  })
  outgoing.end()
  return promise
}

function readFields({ rawHeaders }: IncomingMessage): Field[] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
  )
}
