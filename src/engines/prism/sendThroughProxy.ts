import { type Agent, type IncomingMessage, request as send } from 'node:http'
import type { Field } from '../../judge/exchange.ts'

/** What Prism answers: its version of the server's response, with its own header, or a problem document. */
export type ProxyAnswer = {
  status: number
  fields: readonly Field[]
  /** The beginning of the body. */
  body: Buffer
}

const MAX_HEAD = 128 * 1024
/** What Prism says about the response is in its head, or in a short problem document. */
const READ_BODY = 1024 * 1024

/** Sends one GET through a proxy on this machine. Rejects without a complete response, or when aborted. */
export function sendThroughProxy(
  proxy: { port: number; agent: Agent },
  { path, fields }: { path: string; fields: readonly Field[] },
  signal: AbortSignal,
): Promise<ProxyAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ProxyAnswer>()
  const outgoing = send({
    host: '127.0.0.1',
    port: proxy.port,
    agent: proxy.agent,
    path,
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
      const { statusCode: status = 0 } = message
      resolve({ status, fields: readFields(message), body: Buffer.concat(chunks) })
    }
    message.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length <= READ_BODY) return
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
