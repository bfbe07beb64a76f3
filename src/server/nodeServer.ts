import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { errorAnswer } from './answers.ts'
import type { Handle } from './records.ts'
import { refuseConnection, refuseMessage } from './refuseSocket.ts'

/** The handler behind node:http. The server does not listen yet. */
export function nodeServer(handle: Handle): Server {
  const server = createServer({
    // Two Authorization fields are then one that is no token, here as in fetch; else Node would take the first.
    joinDuplicateHeaders: true,
    // Node's own answer has no body; ours is the contract's 400.
    requireHostHeader: false,
    // A client that stands at a breakpoint for a while should find its connection open.
    keepAliveTimeout: 60_000,
  })
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const { status, headers, body } =
      request.headers.host === undefined && request.httpVersion === '1.1'
        ? noHost
        : handle({
            method: request.method ?? '',
            target: originForm(request.url ?? '/'),
            headers: request.headers,
          })
    // A body that came along is read and forgotten, or what is left of it would reset the connection before the answer is read.
    request.resume()
    response.writeHead(status, headers)
    response.end(body)
  }
  server.on('request', serve)
  // An expectation may be ignored (RFC 9110, 10.1.1); Node would answer 417 without a body.
  server.on('checkExpectation', serve)
  server.on('clientError', refuseMessage)
  server.on('connect', refuseConnection)
  return server
}

const noHost = errorAnswer(400, 'the request has no Host field')

/** RFC 9112, 3.2.2: a server must accept `http://host/plants` where `/plants` is usual. */
function originForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target
  const rest = target.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}
