import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { errorAnswer } from '../answers.ts'
import { type ControlOptions, control, isControl } from '../control/control.ts'
import type { MockCore } from '../core.ts'
import type { Certificate } from '../tls.ts'
import { type ConsoleAsset, consoleAssets } from './consoleAssets.ts'
import { sendEvents } from './events.ts'
import { readBody } from './readBody.ts'
import { refuseConnection, refuseMessage } from './refuseSocket.ts'
import { sendReply } from './sendReply.ts'

const MOST_CONTROL_BYTES = 65_536

const noHost = errorAnswer('not-http', 400, 'the request has no Host field')
const tooLong = errorAnswer('control', 413, `the body is longer than ${MOST_CONTROL_BYTES} bytes`)

/** The mock behind node:http, with its control API and its console. The server does not listen yet. */
export function nodeServer(core: MockCore, controlOptions: ControlOptions, tls?: Certificate): Server {
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

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const target = originForm(request.url ?? '/')
    const asset = assetFor(request, target)
    if (asset) {
      request.resume()
      sendAsset(asset, response)
      return
    }
    if (isControl(target)) {
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
    const { status, headers: fields, body } = core.complete(noHost)
    response.writeHead(status, [...fields])
    response.end(body)
  }

  const serveControl = async (
    request: IncomingMessage,
    response: ServerResponse,
    target: string,
  ): Promise<void> => {
    try {
      const body = await readBody(request, MOST_CONTROL_BYTES)
      const { method = '', headers, socket } = request
      const isLoopback = isLoopbackAddress(socket.remoteAddress)
      const answer =
        body === undefined
          ? tooLong
          : control({ method, target, headers, body, isLoopback }, core, controlOptions)
      if ('events' in answer) return sendEvents(core, answer.events, answer.hello, response)
      response.writeHead(answer.status, [...answer.headers])
      response.end(method === 'HEAD' ? undefined : answer.body)
    } catch (error) {
      // The client went away while its body was read: there is nobody to answer.
      if (!request.destroyed && !response.destroyed) throw error
    }
  }

  server.on('request', serve)
  // An expectation may be ignored (RFC 9110, 10.1.1); Node would answer 417 without a body.
  server.on('checkExpectation', serve)
  server.on('clientError', (error, socket) => refuseMessage(error, socket, core))
  server.on('connect', (request, socket) => refuseConnection(request, socket, core))
  return server
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
