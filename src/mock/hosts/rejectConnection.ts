import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { MockCore } from '../core.ts'
import { errorAnswer, METHODS, methodAnswer } from '../handler/answers.ts'
import type { ResponseRecord } from '../records.ts'
import { encodeHead } from './encodeHead.ts'

/** Milliseconds that a client has to read the error: closing a socket with unread input would reset it and lose the response. */
const LINGER = 200

const notAllowed = methodAnswer(`this server allows ${METHODS}`)
const tooLarge = errorAnswer('not-http', 431, 'the headers of the request are too large')
const tooSlow = errorAnswer('not-http', 408, 'the request took too long to arrive')

/** The last response of each connection, which may not be sent yet. */
export type PendingResponses = WeakMap<Duplex, ServerResponse>

/** What Node's parser reports about an invalid message. */
type ParseError = Error & { code?: string; reason?: string; rawPacket?: Buffer; bytesParsed?: number }

/** Answers an invalid message and ends the connection, because it is unknown where the next request begins. */
export function rejectMessage(
  error: ParseError,
  socket: Duplex,
  core: MockCore,
  pending: PendingResponses,
): void {
  reject(socket, core.withCommonHeaders(answerTo(error)), pending)
}

/** Answers CONNECT with 405, because the server is not a proxy. */
export function rejectConnect(
  request: IncomingMessage,
  socket: Duplex,
  core: MockCore,
  pending: PendingResponses,
): void {
  reject(socket, core.withCommonHeaders(notAllowed, request.headers), pending)
}

function answerTo(error: ParseError): ResponseRecord {
  const { code, reason } = error
  const notHttp = errorAnswer('not-http', 400, `the request is not HTTP/1.1${reason ? `: ${reason}` : ''}`)
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return tooLarge
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return tooSlow
    case 'HPE_INVALID_METHOD':
      // The parser has a fixed list of methods. Any other token is still a method (RFC 9110, section 9.1).
      return /^[!#$%&'*+\-.^_`|~A-Za-z0-9]+ \S+ HTTP\/1\.[01]\r?\n/.test(failedMessage(error))
        ? notAllowed
        : notHttp
    default:
      return notHttp
  }
}

/** The invalid message in the packet, which can begin with valid ones. */
function failedMessage({ rawPacket, bytesParsed = 0 }: ParseError): string {
  const text = rawPacket?.toString('latin1') ?? ''
  const before = text.lastIndexOf('\r\n\r\n', bytesParsed)
  return before === -1 ? text : text.slice(before + 4)
}

/** The parser reports an error again for each further piece of the message, and when the client disconnects. */
const rejected = new WeakSet<Duplex>()

function reject(socket: Duplex, answer: ResponseRecord, pending: PendingResponses): void {
  if (rejected.has(socket)) return
  rejected.add(socket)
  socket.on('error', () => socket.destroy())
  socket.resume()
  const last = pending.get(socket)
  // Nothing follows a response with `Connection: close`, which closes the connection itself (RFC 9112, section 9.6).
  if (last?.shouldKeepAlive === false) return
  afterResponse(last, () => {
    if (socket.writable) socket.end(Buffer.concat([encodeHead(answer, ['Connection', 'close']), answer.body]))
    setTimeout(() => socket.destroy(), LINGER)
  })
}

/** Waits until the responses to earlier requests have been sent. */
function afterResponse(last: ServerResponse | undefined, then: () => void): void {
  const isOver = last === undefined || last.writableFinished || last.destroyed
  // If the body of the last request itself is invalid, its response would wait for the rest of the body.
  if (isOver || (!last.headersSent && !last.req.complete)) then()
  else last.once('close', then)
}
