import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ControlOptions } from '../control/control.ts'
import { isControl } from '../control/isControl.ts'
import type { MockCore } from '../core.ts'
import { errorAnswer } from '../handler/answers.ts'
import type { Certificate } from '../tls/tls.ts'
import { type PendingResponses, rejectConnect, rejectMessage } from './rejectConnection.ts'
import { sendReply } from './sendReply.ts'

const noHost = errorAnswer('not-http', 400, 'the request has no Host field')

/** A server that does not listen yet, and how to cut all of its connections. */
export type MockServer = { server: Server; cut: () => void }

/** The mock behind node:http, with its control API and its console. */
export function nodeServer(core: MockCore, controlOptions: ControlOptions, tls?: Certificate): MockServer {
  const options = {
    // Two Authorization fields are then one that is no token, here as in fetch; else Node would take the first.
    joinDuplicateHeaders: true,
    // Node's own answer has no body; ours is the contract's 400.
    requireHostHeader: false,
    // A client that stands at a breakpoint for a while should find its connection open.
    keepAliveTimeout: 60_000,
  }
  // Not imported: an import asks a module of Node's for all that it has, and so would load Node's own client, which takes longer
  // than all the rest.
  const server = tls
    ? process.getBuiltinModule('node:https').createServer({ ...options, ...tls })
    : process.getBuiltinModule('node:http').createServer(options)

  // All of them, also those that node:http does not know: before a TLS handshake, or let go after CONNECT.
  const sockets = new Set<Socket>()
  const pending: PendingResponses = new WeakMap()
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    pending.set(request.socket, response)
    const { url = '/' } = request
    // Not in the absolute form, whose host would have to be looked at too.
    if (isControl(url) || isForPeople(request)) {
      // Loaded when it is first asked for: the first answer to a client should not wait for it.
      void import('./serveControl.ts').then(({ serveControl }) =>
        serveControl(request, response, core, controlOptions),
      )
      return
    }
    // A body that came along is read and forgotten, or what is left of it would reset the connection before the answer is read.
    request.resume()
    const { method = '', headers, httpVersion } = request
    if (headers.host !== undefined || httpVersion !== '1.1') {
      sendReply(core.answer({ method, target: originForm(url), headers }), response)
      return
    }
    const { status, headers: fields, body } = core.withCommonHeaders(noHost, headers)
    response.writeHead(status, [...fields])
    response.end(body)
  }

  server.on('request', serve)
  // An expectation may be ignored (RFC 9110, 10.1.1); Node would answer 417 without a body.
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

/** Whoever shows pages gets the console's. */
function isForPeople({ method, url, headers }: IncomingMessage): boolean {
  return url === '/' && method === 'GET' && (headers.accept ?? '').includes('text/html')
}

/** RFC 9112, 3.2.2: a server must accept `http://host/plants` where `/plants` is usual. */
function originForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target
  const rest = target.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}
