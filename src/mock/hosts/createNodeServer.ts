import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { isControl } from '../control/checkAccess.ts'
import { errorAnswer, METHODS, methodAnswer } from '../handler/answers.ts'
import type { LoadedMock } from '../loadMock.ts'
import type { ResponseRecord } from '../records.ts'
import type { Certificate } from '../tls/tls.ts'
import { busyAnswer, encodeHead, serveOperation } from './sendReply.ts'

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
  server.maxHeadersCount = MAX_HEADERS + 1

  // Includes those that node:http does not know: before a TLS handshake, or after CONNECT.
  const sockets = new Set<Socket>()
  /** The last response of each connection, which may not be sent yet. */
  const pending = new WeakMap<Duplex, ServerResponse>()
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
  server.on('clientError', (error, socket) =>
    reject(socket, core.withCommonHeaders(answerTo(error)), pending.get(socket)),
  )
  // The server is not a proxy.
  server.on('connect', ({ headers }, socket) =>
    reject(socket, core.withCommonHeaders(notAllowed, headers), pending.get(socket)),
  )
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

/** Header lines of one request. Browsers send about 20. */
const MAX_HEADERS = 200

/** An authority as in RFC 3986 section 3.2, without a user name. It may be empty. */
const HOST = /^(?:\[[\w.~:%-]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/

const noHost = errorAnswer('not-http', 400, 'the request has no Host header')
const manyHosts = errorAnswer('not-http', 400, 'the request has more than one Host header')
const badHost = errorAnswer('not-http', 400, 'the Host header is not a host with an optional port')
const badVersion = errorAnswer('not-http', 505, 'this server supports HTTP/1.1 and HTTP/1.0')
const badCoding = errorAnswer(
  'not-http',
  501,
  'the only transfer coding that this server supports is chunked',
)
const manyHeaders = errorAnswer('not-http', 431, `the request has more than ${MAX_HEADERS} headers`)

/** The error for a request that Node's parser accepts, but HTTP/1.1 does not (RFC 9112, sections 2.3, 3.2 and 6.1). */
function checkRequest({ httpVersion, headers, rawHeaders }: IncomingMessage): ResponseRecord | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return badVersion
  if (rawHeaders.length > 2 * MAX_HEADERS) return manyHeaders
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return badCoding
  const { host } = headers
  if (host === undefined) return httpVersion === '1.1' ? noHost : undefined
  if (!HOST.test(host)) return badHost
  return countHosts(rawHeaders) > 1 ? manyHosts : undefined
}

/** Node keeps the first of several. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

const notAllowed = methodAnswer(`this server allows ${METHODS}`)
const tooLarge = errorAnswer('not-http', 431, 'the headers of the request are too large')
const tooSlow = errorAnswer('not-http', 408, 'the request took too long to arrive')

/** What Node's parser reports about an invalid message. */
type ParseError = Error & { code?: string; reason?: string; rawPacket?: Buffer; bytesParsed?: number }

function answerTo({ code, reason, rawPacket, bytesParsed = 0 }: ParseError): ResponseRecord {
  if (code === 'HPE_HEADER_OVERFLOW') return tooLarge
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow
  // The packet can begin with valid messages.
  const text = rawPacket?.toString('latin1') ?? ''
  const before = text.lastIndexOf('\r\n\r\n', bytesParsed)
  const message = before === -1 ? text : text.slice(before + 4)
  // The parser has a fixed list of methods. Any other token is still a method (RFC 9110, section 9.1).
  if (code === 'HPE_INVALID_METHOD' && /^[!#$%&'*+\-.^_`|~A-Za-z0-9]+ \S+ HTTP\/1\.[01]\r?\n/.test(message))
    return notAllowed
  return errorAnswer('not-http', 400, `the request is not HTTP/1.1${reason ? `: ${reason}` : ''}`)
}

/** Milliseconds that a client has to read the error: closing a socket with unread input would reset it and lose the response. */
const LINGER = 200

/** The parser reports an error again for each further piece of the message, and when the client disconnects. */
const rejected = new WeakSet<Duplex>()

/** Sends an error after `last`, which may not be sent yet, and ends the connection: it is unknown where the next request begins. */
function reject(socket: Duplex, answer: ResponseRecord, last: ServerResponse | undefined): void {
  if (rejected.has(socket)) return
  rejected.add(socket)
  socket.on('error', () => socket.destroy())
  socket.resume()
  // Nothing follows a response with `Connection: close`, which closes the connection itself (RFC 9112, section 9.6).
  if (last?.shouldKeepAlive === false) return
  const send = (): void => {
    if (socket.writable) socket.end(Buffer.concat([encodeHead(answer, ['Connection', 'close']), answer.body]))
    setTimeout(() => socket.destroy(), LINGER)
  }
  const isOver = last === undefined || last.writableFinished || last.destroyed
  // If the body of the last request itself is invalid, its response would wait for the rest of the body.
  if (isOver || (!last.headersSent && !last.req.complete)) send()
  else last.once('close', send)
}
