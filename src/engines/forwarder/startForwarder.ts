import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { messageOf } from '../../contract/words.ts'
import { type AnsweredExchange, type Field, isAnswered, type Response } from '../../judge/exchange.ts'
import { parseAddress, probeUrl } from '../../judge/url.ts'
import type { EngineRequest, Target } from '../../record/engine.ts'
import { explainTooLong } from './explainTooLong.ts'
import { createPlaceholders } from './placeholders.ts'
import { type RawRequest, readRequests } from './readRequests.ts'
import { buildHead, hideSecrets, KEY, readKey } from './requestHead.ts'

/**
 * A server on this machine that sends the requests of an engine to their target, and passes the responses on, byte for byte.
 * It takes only requests that were admitted, each with a key that nothing but the engine knows.
 */
export type Forwarder = {
  /** Resolves when it listens. */
  port: Promise<number>
  /** Admits a request for this target. `refuse` may say why the engine must not get a response. */
  admit: (request: EngineRequest, target: Target, refuse?: Refuse) => AdmittedRequest
  close: () => void
}

type Refuse = (response: Response) => string | undefined

export type AdmittedRequest = {
  /** The query, without a question mark. */
  query: string | undefined
  /** What the engine has to send, without secrets. */
  fields: readonly Field[]
  /** What became of it since the last call; undefined if the engine did not send it. */
  takeOutcome: () => Outcome | undefined
}

/** What the target sent, or why the engine got no response. */
export type Outcome = AnsweredExchange | { problem: string }

type Admission = {
  request: EngineRequest
  target: Target
  url: string
  refuse: Refuse
  outcome: Outcome | undefined
}

/** Give up after this many requests that time out, or responses in a row that are too long. */
const MOST_TIMEOUTS = 4
const MOST_TOO_LONG = 3

export function startForwarder(): Forwarder {
  const admissions = new Map<string, Admission>()
  const placeholders = createPlaceholders()
  const sockets = new Set<Socket>()
  let timeouts = 0
  let tooLong = 0

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    readRequests(socket, (request) => answer(socket, request))
  })
  const answer = async (socket: Socket, request: RawRequest): Promise<boolean> => {
    const admission = admissions.get(readKey(request.fields) ?? '')
    if (!admission) {
      socket.destroy()
      return false
    }
    const { outcome, raw, keepAlive } = await forward(admission, request)
    admission.outcome = outcome
    if (raw && keepAlive) socket.write(raw)
    else if (raw) socket.end(raw)
    else socket.destroy()
    return raw !== undefined && keepAlive
  }
  /** Without `raw`, the engine gets no response. */
  const forward = async (
    { request, target, url, refuse }: Admission,
    sent: RawRequest,
  ): Promise<{ outcome: Outcome; raw?: Buffer; keepAlive: boolean }> => {
    const withhold = (problem: string) => ({ outcome: { problem }, keepAlive: false })
    if (timeouts >= MOST_TIMEOUTS) return withhold('not sent, because other requests timed out')
    if (tooLong >= MOST_TOO_LONG) return withhold('not sent, because other responses were too long')
    try {
      const head = buildHead(sent, url, placeholders)
      const { exchange, raw, keepAlive } = await target.forward(request.probe, url, head)
      if (!isAnswered(exchange)) {
        if (exchange.failure.kind === 'timeout') timeouts += 1
        return withhold(exchange.failure.message)
      }
      const excess = explainTooLong(exchange.response)
      tooLong = excess === undefined ? 0 : tooLong + 1
      const problem = excess ?? refuse(exchange.response)
      return problem === undefined ? { outcome: exchange, raw, keepAlive } : withhold(problem)
    } catch (error) {
      // The run was stopped.
      return withhold(messageOf(error))
    }
  }

  const listening = Promise.withResolvers<number>()
  server.once('error', listening.reject)
  server.listen(0, '127.0.0.1', () => listening.resolve((server.address() as AddressInfo).port))
  // It may reject before anything awaits it.
  listening.promise.catch(() => {})
  return {
    port: listening.promise,
    admit(request, target, refuse = () => undefined) {
      const key = randomBytes(16).toString('hex')
      const url = probeUrl(target.url, request.probe)
      const admission: Admission = { request, target, url, refuse, outcome: undefined }
      admissions.set(key, admission)
      return {
        query: parseAddress(url).target.split(/\?(.*)/s)[1],
        fields: [...hideSecrets(request, target, placeholders), [KEY, key]],
        takeOutcome() {
          const { outcome } = admission
          admission.outcome = undefined
          return outcome
        },
      }
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
