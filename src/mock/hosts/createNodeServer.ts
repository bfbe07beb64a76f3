import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isControl } from '../control/checkAccess.ts'
import { errorAnswer, METHODS, methodAnswer } from '../handler/answers.ts'
import type { LoadedMock } from '../loadMock.ts'
import type { ResponseRecord } from '../records.ts'
import type { Certificate } from '../tls/tls.ts'
import { serveLater, serveOperation } from './sendReply.ts'

/** A server that does not listen yet, and a function that ends all its connections. */
export type MockServer = { server: Server; cut: () => void }

/** Creates an HTTP server for the mock, its control API and its console. */
export function createNodeServer(
  { core, control, upstream }: Pick<LoadedMock, 'core' | 'control' | 'upstream'>,
  tls?: Certificate,
): MockServer {
  const options = {
    // Join two Authorization headers into one invalid header, as a `Headers` object does. By default, Node.js would use the first header.
    joinDuplicateHeaders: true,
    // Keep idle connections open for a minute, for example while a debugger stops the client at a breakpoint.
    keepAliveTimeout: 60_000,
    requestTimeout: 60_000,
  }
  // Do not import the module: an import reads every export of a built-in module, and would load Node's HTTP client, which is slow.
  const server = tls
    ? process.getBuiltinModule('node:https').createServer({ ...options, ...tls })
    : process.getBuiltinModule('node:http').createServer(options)

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const { url = '/', headers } = request
    // The mock returns its console for `/`, to browsers and to tools that wait for a 200 at the mock's address.
    const wantsConsole = url === '/' && (request.method === 'GET' || request.method === 'HEAD')
    // A response has no socket while an earlier response on the connection is unfinished.
    if (response.socket === null) serveLater(request, response, () => serve(request, response))
    // Do not let a target in absolute form reach the control API: the access check reads only the Host header, not the host in the target.
    else if (isControl(url) || wantsConsole)
      // Load the module on first use, so that the mock's first response does not have to wait.
      void import('./serveControl.ts').then(({ serveControl }) =>
        serveControl(request, response, core, control),
      )
    else {
      // Read and drop the body, because unread input could reset the connection before the client reads the response.
      if ((headers['content-length'] ?? headers['transfer-encoding']) !== undefined) request.resume()
      // 1 equivalent mutant: The default is never used.
      const { method = '' } = request
      serveOperation({ core, upstream }, { method, target: toOriginForm(url), headers }, response)
    }
  }

  server.on('request', serve)
  // Ignore expectations, as RFC 9110, section 10.1.1 allows. Node.js would send a 417 without a body.
  server.on('checkExpectation', serve)
  server.on('clientError', (error: ParseError, socket) => {
    if (socket.writable) socket.end(toBytes(core.withCommonHeaders(answerTo(error))))
    // Read the rest of the input: closing a socket with unread input could reset the connection before the client reads the response.
    socket.resume()
    setTimeout(() => socket.destroy(), LINGER)
  })
  // Answer CONNECT like other unsupported methods. Without a listener, Node.js would close the connection without a response.
  server.on('connect', (_, socket) => {
    // Node.js has removed its own listener, so an error on this connection would end the process.
    socket.on('error', () => {})
    server.emit('clientError', { code: 'HPE_INVALID_METHOD' }, socket)
  })
  // This set also has the connections that node:http does not know, such as connections before a TLS handshake.
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return { server, cut }
}

/** Converts a request's target to a path, because a server must also accept `http://host/plants` (RFC 9112, section 3.2.2). */
function toOriginForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target
  const rest = target.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** The milliseconds that a client has to read an error before the mock closes the connection. */
const LINGER = 200

/** Node's error for a request that it cannot read. */
type ParseError = Error & { code?: string; reason?: string }

/** Returns the response to a request that Node.js cannot read. */
function answerTo({ code, reason }: ParseError): ResponseRecord {
  if (code === 'HPE_HEADER_OVERFLOW') return errorAnswer('not-http', 431, 'the headers are too large')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return errorAnswer('not-http', 408, 'the request took too long to arrive')
  // The parser has a fixed list of methods, but every token is a valid method (RFC 9110, section 9.1).
  if (code === 'HPE_INVALID_METHOD') return methodAnswer(`this server allows ${METHODS}`)
  return errorAnswer('not-http', 400, `the request is not valid HTTP/1.1${reason ? `: ${reason}` : ''}`)
}

/** Formats a response to an unreadable request. After such a request, node:http can no longer use the connection. */
function toBytes({ status, headers, body }: ResponseRecord): Buffer {
  const { STATUS_CODES } = process.getBuiltinModule('node:http')
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close']
  for (let index = 0; index < headers.length; index += 2)
    lines.push(`${headers[index]}: ${headers[index + 1]}`)
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}
