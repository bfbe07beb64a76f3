import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { messageOf } from '../contract/words.ts'
import { decodeContent, listCodings } from '../judge/body/decode.ts'
import { type AnsweredExchange, isAnswered, type Response } from '../judge/exchange.ts'
import type { EngineRequest, Target } from '../record/engine.ts'
import { parseAddress, probeUrl } from '../record/http/url.ts'

/**
 * A server on this machine between an engine and the target. The engine sends the server a key for a request, and the server sends this
 * request to the target with the kit's own HTTP client, and returns the response byte for byte. Therefore, engines need no secrets, follow
 * no redirects, use the same route as the probes (proxy, socket, resolved name), and get no response that is too long.
 */
export type PassThrough = {
  /** The server's port. Resolves when the server listens. */
  port: Promise<number>
  /** Creates the key for a request to the target. If `refuse` returns a reason for a response, the engine does not get the response. */
  admit: (request: EngineRequest, target: Target, refuse?: Refuse) => AdmittedRequest
  close: () => void
}

type Refuse = (response: Response) => string | undefined

export type AdmittedRequest = {
  /** The query with its question mark, or an empty string. */
  query: string
  /** The headers that the engine must send. */
  headers: Record<string, string>
  /** Returns the outcome of the request, or undefined if the engine did not send the request. */
  outcome: () => Outcome | undefined
}

/** The exchange with the target, or the reason why the engine got no response. */
export type Outcome = AnsweredExchange | { problem: string }

const KEY = 'plant-store-request'
/** The maximum size of a body in bytes. Prism and Dredd need many times the body's size in memory. */
const MAX_BODY = 2 ** 19
/** The maximum size of a response in bytes, including heads and chunk sizes. */
const MAX_BYTES = 2 * MAX_BODY
/** The number of timeouts after which the server sends no more requests. */
const MAX_TIMEOUTS = 4

export function startPassThrough(): PassThrough {
  const admitted = new Map<string, () => Promise<Buffer | undefined>>()
  let timeouts = 0

  const server = createServer(async ({ headers, socket }) => {
    const bytes = await admitted.get(String(headers[KEY]))?.()
    // Write to the socket, because `ServerResponse` would change the status line, the headers and the framing.
    if (bytes) socket.end(bytes)
    else socket.destroy()
  })
  const listening = Promise.withResolvers<number>()
  server.once('error', listening.reject)
  server.listen(0, '127.0.0.1', () => listening.resolve((server.address() as AddressInfo).port))
  // Avoid an unhandled rejection: this promise may reject before other code awaits it.
  listening.promise.catch(() => {})

  return {
    port: listening.promise,
    admit(request, target, refuse = () => undefined) {
      const url = probeUrl(target.url, request.probe)
      const key = randomBytes(16).toString('hex')
      let outcome: Outcome | undefined
      admitted.set(key, async () => {
        try {
          if (timeouts >= MAX_TIMEOUTS) throw new Error('not sent, because other requests timed out')
          const { exchange, bytes } = await target.forward(request.probe, url)
          if (!isAnswered(exchange)) {
            if (exchange.failure.kind === 'timeout') timeouts += 1
            throw new Error(exchange.failure.message)
          }
          const problem = explainTooLong(exchange.response, bytes) ?? refuse(exchange.response)
          if (problem !== undefined) throw new Error(problem)
          outcome = exchange
          return bytes
        } catch (error) {
          // The engine gets no response, because there is none that it can read, or because the run was stopped.
          outcome = { problem: messageOf(error) }
          return undefined
        }
      })
      const [query = ''] = /\?.*/s.exec(parseAddress(url).target) ?? []
      return { query, headers: { [KEY]: key }, outcome: () => outcome }
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Explains why a response is too long for Prism and Dredd, which would accept any length. Returns undefined for other responses. */
function explainTooLong({ body, cut, fields }: Response, bytes: Buffer): string | undefined {
  const message = `a response of more than ${MAX_BODY / 2 ** 20} MB`
  if (cut || body.length > MAX_BODY || bytes.length > MAX_BYTES) return message
  const decoded = decodeContent(body, listCodings(fields), MAX_BODY)
  return decoded.cut === true ? `${message} when decoded` : undefined
}
