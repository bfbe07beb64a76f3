import { randomBytes } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { messageOf } from '../../contract/errors.ts'
import type { EngineRequest, Target } from '../../harness/engine.ts'
import { type AnsweredExchange, type Field, isAnswered, type Response } from '../../harness/exchange.ts'
import { chooseFields } from '../../harness/http/buildRequest.ts'
import type { Forwarded } from '../../harness/http/connections/forward.ts'
import { parseAddress, probeUrl } from '../../harness/http/url.ts'
import { explainTooLong } from './explainTooLong.ts'
import { createPlaceholders } from './placeholders.ts'
import { type RawRequest, readRequests } from './readRequests.ts'

/**
 * A server on this machine that sends the requests of an engine to the target, and passes the responses on, byte for byte. It
 * takes only requests that were admitted, each with a key that only the engine knows.
 */
export type Forwarder = {
  /** Resolves when it listens. */
  port: Promise<number>
  /** Admits a request for this target. `refuse` may say why the engine must not see a response. */
  admit: (
    request: EngineRequest,
    target: Target,
    refuse?: (response: Response) => string | undefined,
  ) => AdmittedRequest
  close: () => void
}

export type AdmittedRequest = {
  /** The query, without a question mark. */
  query: string | undefined
  /** What the engine has to send, without secrets. */
  fields: readonly Field[]
  /** What became of it since the last call; undefined if the engine did not send it. */
  takeOutcome: () => Outcome | undefined
}

/** What the target sent, or why the engine got no response. */
export type Outcome = AnsweredExchange | { problem: string; timedOut: boolean }

type Admission = {
  target: Target
  request: EngineRequest
  url: string
  refuse: (response: Response) => string | undefined
  outcome: Outcome | undefined
}

const KEY = 'Plant-Store-Forward'

export function startForwarder(): Forwarder {
  const admissions = new Map<string, Admission>()
  const placeholders = createPlaceholders()
  const sockets = new Set<Socket>()

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    readRequests(socket, (request) => answer(socket, request))
  })
  const answer = async (socket: Socket, request: RawRequest): Promise<boolean> => {
    const key = request.fields.find(([name]) => name.toLowerCase() === KEY.toLowerCase())?.[1]
    const admission = key === undefined ? undefined : admissions.get(key)
    const forwarded = admission && (await forward(admission, request))
    if (forwarded?.keepAlive) socket.write(forwarded.raw)
    else if (forwarded) socket.end(forwarded.raw)
    else socket.destroy()
    return forwarded?.keepAlive === true
  }
  /** Undefined if there is nothing to pass on. */
  const forward = async (admission: Admission, request: RawRequest): Promise<Forwarded | undefined> => {
    const { url, target, refuse } = admission
    try {
      const head = buildHead(request, url, placeholders.reveal)
      const forwarded = await target.forward(admission.request.probe, url, head)
      const { exchange } = forwarded
      if (!isAnswered(exchange)) {
        const { message, kind } = exchange.failure
        admission.outcome = { problem: message, timedOut: kind === 'timeout' }
        return undefined
      }
      const problem = explainTooLong(exchange.response) ?? refuse(exchange.response)
      admission.outcome = problem === undefined ? exchange : { problem, timedOut: false }
      return problem === undefined ? forwarded : undefined
    } catch (error) {
      // The run was stopped.
      admission.outcome = { problem: messageOf(error), timedOut: false }
      return undefined
    }
  }

  const listening = Promise.withResolvers<number>()
  server.once('error', listening.reject)
  server.listen(0, '127.0.0.1', () => listening.resolve((server.address() as AddressInfo).port))
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
        fields: [...hideSecrets(request, target, placeholders.hide), [KEY, key]],
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

/** The headers of a request, with placeholders for credentials and for the headers that the user added. */
function hideSecrets(
  { probe }: EngineRequest,
  { url, fields, userAgent }: Target,
  hide: (secret: string) => string,
): Field[] {
  const { credential } = probe
  const hidden = credential.fields.map(({ name, value, shell }) => {
    // Prism looks at the scheme.
    const [, scheme = '', rest = ''] = /^(Bearer )?(.*)$/s.exec(value) ?? []
    return { name, value: scheme + hide(rest), shell }
  })
  return chooseFields({ ...probe, credential: { ...credential, fields: hidden } }, parseAddress(url).host, {
    userAgent,
    fields: fields.map(([name, value]): Field => [name, hide(value)]),
  })
}

/** The head as the engine sent it, apart from the address, the key and the secrets. */
function buildHead(
  { method, target, fields }: RawRequest,
  url: string,
  reveal: (text: string) => string,
): Buffer {
  const { host, target: own } = parseAddress(url)
  const [, query] = target.split(/\?(.*)/s)
  const path = own.split('?')[0]
  const lines = fields.flatMap(([name, value]) => {
    if (name.toLowerCase() === KEY.toLowerCase()) return []
    return [`${name}: ${name.toLowerCase() === 'host' ? host : reveal(value)}`]
  })
  const requestLine = `${method} ${query === undefined ? path : `${path}?${query}`} HTTP/1.1`
  return Buffer.from(`${requestLine}\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}
