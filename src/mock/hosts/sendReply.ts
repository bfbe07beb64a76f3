import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import type { Socket } from 'node:net'
import { errorAnswer } from '../handler/answers.ts'
import type { LoadedMock } from '../loadMock.ts'
import type { Reply, RequestRecord } from '../records.ts'
import type { WireFault } from '../scenarios/override.ts'

/** The maximum number of delayed responses on all connections together, because their bodies could fill the memory. */
const MAX_WAITING = 1_000

const busy = errorAnswer('busy', 503, `the mock already has ${MAX_WAITING} delayed responses`)

let waiting = 0

/** Sends a reply after its delay, with its fault. Stops waiting when the client disconnects. If too many replies wait, sends a 503. */
export function sendReply(reply: Reply, response: ServerResponse): void {
  if (reply.delay === 0 || waiting >= MAX_WAITING) {
    transmit(reply.delay === 0 ? reply : { ...reply, ...busy, fault: undefined }, response)
    return
  }
  waiting++
  const timer = setTimeout(() => transmit(reply, response), reply.delay)
  response.once('close', () => {
    waiting--
    clearTimeout(timer)
  })
}

function transmit(reply: Reply, response: ServerResponse): void {
  const { status, headers, body, fault } = reply
  if (fault) {
    // With HTTP/2, many requests share a connection, so every fault only resets the request's stream with INTERNAL_ERROR.
    if ('stream' in response) (response as unknown as Http2ServerResponse).stream.close(2)
    else if (response.socket) breakConnection[fault](response.socket, reply, response)
    return
  }
  response.writeHead(status, headers as string[])
  // Node.js sends a string together with the head, which is faster than sending two buffers. Latin-1 keeps every byte.
  // 8 equivalent mutants: Both branches send the same bytes, and the built-in plants need fewer bytes than this limit.
  if (body.byteLength > MAX_TEXT || 'stream' in response) response.end(body)
  else response.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1'), 'latin1')
}

/** The maximum size in bytes of a body to send as a string. */
const MAX_TEXT = 65_536

/** The functions that break the connection, by fault. They also drop pipelined requests, which would keep the connection open. */
const breakConnection: Record<WireFault, (socket: Socket, reply: Reply, response: ServerResponse) => void> = {
  EMPTY_RESPONSE: (socket) => socket.destroySoon(),
  CONNECTION_RESET_BY_PEER: (socket) => socket.resetAndDestroy(),
  TRUNCATED_BODY: (socket, { status, headers, body }, response) => {
    response.writeHead(status, [...headers])
    // Send the head now, because the response to a HEAD has no body with which Node.js would send the head.
    response.flushHeaders()
    response.write(body.subarray(0, body.byteLength >> 1))
    socket.destroySoon()
  },
}

/** Answers a request over node:http, and tells the mock when the response has ended. */
export function serveOperation(
  { core, upstream }: Pick<LoadedMock, 'core' | 'upstream'>,
  request: RequestRecord,
  response: ServerResponse,
): void {
  // Do not use `performance`, which takes time to load.
  const received = process.hrtime.bigint()
  const send = (reply: Reply): void => {
    const end = (): void =>
      core.ended(reply.id, {
        durationMs: Number((process.hrtime.bigint() - received) / 10_000n) / 100,
        complete: response.writableFinished,
      })
    if (response.closed) end()
    else {
      response.on('close', end)
      sendReply(reply, response)
    }
  }
  if (!upstream) send(core.answer(request))
  else {
    const disconnected = new AbortController()
    response.once('close', () => disconnected.abort())
    // Catch errors, because an error in one response must not stop the mock.
    void core.answerFrom(upstream, request, disconnected.signal).then(send, () => response.destroy())
  }
}

/** For each connection, the last request that waits for the responses to earlier requests. */
const lastWaiting = new WeakMap<Socket, IncomingMessage>()

/**
 * Serves a pipelined request after the earlier responses on its connection, and after requests from other clients. Node.js emits all
 * requests in a packet in the same turn, so their responses could otherwise block the mock and fill the memory.
 */
export function serveLater(request: IncomingMessage, response: ServerResponse, serve: () => void): void {
  const { socket } = request
  // Read no more requests while requests wait. Pause again each time that Node.js resumes the connection.
  if (!lastWaiting.has(socket)) socket.on('resume', socket.pause).pause()
  lastWaiting.set(socket, request)
  const serveNow = (): void => {
    // Resume the connection after its last waiting request, because the rest of this request's body may be unread.
    if (lastWaiting.get(socket) === request && lastWaiting.delete(socket))
      socket.off('resume', socket.pause).resume()
    serve()
  }
  response.once('socket', () => setImmediate(serveNow))
}
