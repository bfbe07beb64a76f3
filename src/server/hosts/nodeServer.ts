import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { errorAnswer } from '../answers.ts'
import { type ControlOptions, control, isControl } from '../control/control.ts'
import type { MockCore } from '../core.ts'
import type { Certificate } from '../tls.ts'
import { type ConsoleAsset, consoleAssets } from './consoleAssets.ts'
import { sendEvents } from './events.ts'
import { readBody } from './readBody.ts'
import { type Owed, refuseConnection, refuseMessage } from './refuseSocket.ts'
import { sendReply } from './sendReply.ts'

const MOST_CONTROL_BYTES = 65_536

const noHost = errorAnswer('not-http', 400, 'the request has no Host field')
const tooLong = errorAnswer('control', 413, `the body is longer than ${MOST_CONTROL_BYTES} bytes`)

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
  const owed: Owed = new WeakMap()
  const owe = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const answers = owed.get(socket) ?? new Set()
    owed.set(socket, answers.add(response))
    response.once('close', () => answers.delete(response))
  }

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    owe(request, response)
    const target = originForm(request.url ?? '/')
    const asset = assetFor(request, target)
    if (asset) {
      request.resume()
      sendAsset(asset, response)
      return
    }
    // Not in the absolute form, whose host would have to be looked at too.
    if (isControl(request.url ?? '')) {
      void serveControl(request, response, target)
      return
    }
    // A body that came along is read and forgotten, or what is left of it would reset the connection before the answer is read.
    request.resume()
    const { method = '', headers, httpVersion } = request
    if (headers.host !== undefined || httpVersion !== '1.1') {
      sendReply(core.answer({ method, target, headers }), response)
      return
    }
    const { status, headers: fields, body } = core.complete(noHost, headers)
    response.writeHead(status, [...fields])
    response.end(body)
  }

  const serveControl = async (
    request: IncomingMessage,
    response: ServerResponse,
    target: string,
  ): Promise<void> => {
    let body: string | undefined
    try {
      body = await readBody(request, MOST_CONTROL_BYTES)
    } catch {
      // The client went away while its body was read: there is nobody to answer.
      return
    }
    const { method = '', headers, socket } = request
    const isLoopback = isLoopbackAddress(socket.remoteAddress)
    const answer =
      body === undefined
        ? tooLong
        : control({ method, target, headers, body, isLoopback }, core, controlOptions)
    if ('events' in answer) return sendEvents(core, answer.events, answer.hello, response)
    response.writeHead(answer.status, [...answer.headers])
    response.end(answer.body)
  }

  server.on('request', serve)
  // An expectation may be ignored (RFC 9110, 10.1.1); Node would answer 417 without a body.
  server.on('checkExpectation', serve)
  server.on('clientError', (error, socket) => refuseMessage(error, socket, core, owed))
  server.on('connect', (request, socket) => refuseConnection(request, socket, core, owed))
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

/** The console's page, for whoever shows pages, and its parts. */
function assetFor({ method, headers }: IncomingMessage, target: string): ConsoleAsset | undefined {
  if (method !== 'GET') return undefined
  const isPage = target === '/' && (headers.accept ?? '').includes('text/html')
  return isPage || isControl(target) ? consoleAssets(target.split('?')[0] ?? '') : undefined
}

function sendAsset(asset: ConsoleAsset, response: ServerResponse): void {
  const { body, type, encoding } = asset
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': body.byteLength,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    // The rest of the policy stands in the pages; this part cannot.
    'Content-Security-Policy': "frame-ancestors 'self'",
    ...(encoding && { 'Content-Encoding': encoding }),
  })
  response.end(body)
}

/** RFC 9112, 3.2.2: a server must accept `http://host/plants` where `/plants` is usual. */
function originForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target
  const rest = target.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

function isLoopbackAddress(address = ''): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address)
}
