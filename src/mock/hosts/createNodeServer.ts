import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isControl } from '../control/isControl.ts'
import type { LoadedMock } from '../loadMock.ts'
import type { Certificate } from '../tls/tls.ts'
import { checkRequest, MOST_HEADERS } from './checkRequest.ts'
import { type PendingResponses, rejectConnect, rejectMessage } from './rejectConnection.ts'
import { busyAnswer } from './sendReply.ts'
import { serveOperation } from './serveOperation.ts'

/** Milliseconds for a whole request to arrive. */
const REQUEST_TIME = 60_000

/** A server that does not listen yet, and a function that cuts all its connections. */
export type MockServer = { server: Server; cut: () => void }

/** Creates an HTTP server for the mock, its control API and its console. */
export function createNodeServer(
  { core, control, upstream }: Pick<LoadedMock, 'core' | 'control' | 'upstream'>,
  tls?: Certificate,
): MockServer {
  const options = {
    // Joins two Authorization headers to an invalid one, as fetch does. By default, Node would use the first.
    joinDuplicateHeaders: true,
    // Node's own 400 has no body; the contract's does.
    requireHostHeader: false,
    // Keeps the connection of a client that stops at a breakpoint.
    keepAliveTimeout: 60_000,
    requestTimeout: REQUEST_TIME,
  }
  // Not imported: an import reads every export of a built-in module, which would load Node's HTTP client and take longer than
  // everything else.
  const busy = core.withCommonHeaders(busyAnswer)
  const server = tls
    ? process.getBuiltinModule('node:https').createServer({ ...options, ...tls })
    : process.getBuiltinModule('node:http').createServer(options)

  // One more than is allowed: Node drops the rest.
  server.maxHeadersCount = MOST_HEADERS + 1

  // Includes those that node:http does not know: before a TLS handshake, or after CONNECT.
  const sockets = new Set<Socket>()
  const pending: PendingResponses = new WeakMap()
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    pending.set(request.socket, response)
    const problem = checkRequest(request)
    if (problem) {
      request.resume()
      const { status, headers, body } = core.withCommonHeaders(problem, request.headers)
      response.shouldKeepAlive = false
      response.writeHead(status, [...headers])
      response.end(body)
      return
    }
    const { url = '/' } = request
    // Not in the absolute form, whose host would have to be checked too.
    if (isControl(url) || wantsConsole(request)) {
      // Loaded on first use, so that the first response does not wait for it.
      void import('./serveControl.ts').then(({ serveControl }) =>
        serveControl(request, response, core, control),
      )
      return
    }
    // Reads and drops the body: unread input would reset the connection before the client reads the response.
    request.resume()
    // 1 equivalent mutant: The default is never used.
    const { method = '', headers } = request
    serveOperation({ core, upstream, busy }, { method, target: toOriginForm(url), headers }, response)
  }

  server.on('request', serve)
  // Expectations can be ignored (RFC 9110, section 10.1.1). Node would answer 417 without a body.
  server.on('checkExpectation', serve)
  server.on('clientError', (error, socket) => rejectMessage(error, socket, core, pending))
  server.on('connect', (request, socket) => rejectConnect(request, socket, core, pending))
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    server,
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Browsers get the console, and so do tools that wait for a 200 at the address that the mock prints. */
function wantsConsole({ method, url }: IncomingMessage): boolean {
  return url === '/' && (method === 'GET' || method === 'HEAD')
}

/** RFC 9112, section 3.2.2: a server must accept `http://host/plants` instead of `/plants`. */
function toOriginForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target
  const rest = target.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}
