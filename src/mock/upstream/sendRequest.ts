import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
import { errorCode, messageOf } from '../../contract/words.ts'

/** A complete response, its body as received. */
export type ReceivedResponse = { status: number; rawHeaders: readonly string[]; body: Buffer }

/** A request to the service. */
export type OutgoingRequest = {
  url: URL
  /** Path and query, exactly as they are sent. */
  path: string
  method: string
  headers: Readonly<Record<string, string>>
  agent: Agent
  signal: AbortSignal
}

/** How long to wait for the service, in milliseconds, and how much of a body to read, in bytes. */
export type UpstreamLimits = { connect: number; response: number; body: number }

/** Why there is no response, in words that complete "the service …". */
export class NoResponse extends Error {}

/** Sends a request and reads the whole response. Rejects with NoResponse. */
export async function sendRequest(
  request: OutgoingRequest,
  limits: UpstreamLimits,
): Promise<ReceivedResponse> {
  try {
    return await attempt(request, limits)
  } catch (error) {
    // The service may close an idle connection just before a request is sent on it.
    if (error instanceof NoResponse && error.cause === REUSED) return attempt(request, limits)
    throw error
  }
}

const REUSED = Symbol('a connection that was used before')

function attempt(
  { url, path, method, headers, agent, signal }: OutgoingRequest,
  limits: UpstreamLimits,
): Promise<ReceivedResponse> {
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http')
  return new Promise((resolve, reject) => {
    const sent = request({
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      path,
      method,
      headers,
      agent,
      signal,
    })
    const giveUp = (why: string): void => void sent.destroy(new NoResponse(why))
    const timer = setTimeout(giveUp, limits.response, `did not answer within ${limits.response / 1000} s`)
    limitConnecting(sent, limits.connect, giveUp)
    let isAnswered = false
    sent.once('close', () => {
      clearTimeout(timer)
      // Such as a change of the protocol, for which there is no other event.
      if (!isAnswered) reject(new NoResponse('closed the connection without a response'))
    })
    sent.once('error', (error) => {
      const isReused = sent.reusedSocket && errorCode(error) === 'ECONNRESET'
      reject(
        error instanceof NoResponse ? error : new NoResponse(explain(error), { cause: isReused && REUSED }),
      )
    })
    sent.once('response', (response) => {
      isAnswered = true
      readResponse(response, limits.body, giveUp).then(resolve, reject)
    })
    sent.end()
  })
}

function limitConnecting(sent: ClientRequest, limit: number, giveUp: (why: string) => void): void {
  sent.once('socket', (socket) => {
    if (!socket.connecting) return
    const timer = setTimeout(giveUp, limit, `could not be reached within ${limit / 1000} s`)
    socket.once('connect', () => clearTimeout(timer))
    socket.once('close', () => clearTimeout(timer))
  })
}

function readResponse(
  response: IncomingMessage,
  limit: number,
  giveUp: (why: string) => void,
): Promise<ReceivedResponse> {
  const chunks: Buffer[] = []
  let length = 0
  return new Promise((resolve, reject) => {
    response.on('data', (chunk: Buffer) => {
      length += chunk.byteLength
      if (length > limit) giveUp(`sent a body of more than ${limit / 2 ** 20} MiB`)
      else chunks.push(chunk)
    })
    response.once('end', () => {
      const { statusCode = 0, rawHeaders } = response
      if (statusCode < 200) reject(new NoResponse(`sent the status ${statusCode}`))
      resolve({ status: statusCode, rawHeaders, body: Buffer.concat(chunks) })
    })
    response.once('error', (error) => {
      reject(
        error instanceof NoResponse
          ? error
          : new NoResponse(`broke off its response after ${length} bytes of the body`),
      )
    })
  })
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection without a response',
  EPIPE: 'closed the connection without a response',
  ENOTFOUND: 'has a host name that is unknown',
  EAI_AGAIN: 'has a host name that cannot be looked up now',
  ETIMEDOUT: 'could not be reached',
  EHOSTUNREACH: 'could not be reached',
  ENETUNREACH: 'could not be reached',
  EPROTO: 'does not speak TLS as expected',
}

const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)/

function explain(error: Error): string {
  const code = errorCode(error) ?? ''
  if (UNTRUSTED.test(code))
    return `has a certificate that is not trusted (${code}); set NODE_EXTRA_CA_CERTS to the certificate of its CA`
  if (code.startsWith('HPE_')) return `sent a response that is not HTTP/1.1 (${code})`
  const reason = REASONS[code]
  return reason === undefined ? `could not be asked: ${code || messageOf(error)}` : `${reason} (${code})`
}
