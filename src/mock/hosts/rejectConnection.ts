import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { MockCore } from '../core.ts'
import { errorAnswer, METHODS, methodAnswer } from '../handler/answers.ts'
import type { ResponseRecord } from '../records.ts'
import { headBytes } from './headBytes.ts'

/** Milliseconds that a refused client has to read its answer: a socket closed with input unread is reset, answer and all. */
const LINGER = 200

const notAllowed = methodAnswer(`this server answers ${METHODS}`)
const tooLarge = errorAnswer('not-http', 431, 'the header section of the request is too large')
const tooSlow = errorAnswer('not-http', 408, 'the request took too long to arrive')

/** The last answer of each connection: it may still be due. */
export type PendingResponses = WeakMap<Duplex, ServerResponse>

/** What node's parser tells of a message that it gave up. */
type ParseError = Error & { code?: string; reason?: string; rawPacket?: Buffer; bytesParsed?: number }

/** Answers what Node's parser could not read, and ends the connection: where the next request begins is unknown. */
export function rejectMessage(
  error: ParseError,
  socket: Duplex,
  core: MockCore,
  pending: PendingResponses,
): void {
  refuse(socket, core.withCommonHeaders(answerTo(error)), pending)
}

/** Answers CONNECT: the server is no proxy. */
export function rejectConnect(
  request: IncomingMessage,
  socket: Duplex,
  core: MockCore,
  pending: PendingResponses,
): void {
  refuse(socket, core.withCommonHeaders(notAllowed, request.headers), pending)
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
      // The parser knows a fixed list of methods. Any other is still a request (RFC 9110, 9.1), unless it is mere noise.
      return /^[!#$%&'*+\-.^_`|~A-Za-z0-9]+ \S+ HTTP\/1\.[01]\r?\n/.test(failedMessage(error))
        ? notAllowed
        : notHttp
    default:
      return notHttp
  }
}

/** The packet from where the message begins that failed: sound ones may have come before it. */
function failedMessage({ rawPacket, bytesParsed = 0 }: ParseError): string {
  const text = rawPacket?.toString('latin1') ?? ''
  const before = text.lastIndexOf('\r\n\r\n', bytesParsed)
  return before === -1 ? text : text.slice(before + 4)
}

/** The parser reports again for each further piece of the same message, and for a client that went away. */
const refused = new WeakSet<Duplex>()

function refuse(socket: Duplex, answer: ResponseRecord, pending: PendingResponses): void {
  if (refused.has(socket)) return
  refused.add(socket)
  socket.on('error', () => socket.destroy())
  socket.resume()
  afterAnswers(pending.get(socket), () => {
    if (socket.writable) socket.end(Buffer.concat([headBytes(answer, ['Connection', 'close']), answer.body]))
    setTimeout(() => socket.destroy(), LINGER)
  })
}

/** Waits for the answers to sound requests before this one: its own is due after them, and never amid them. */
function afterAnswers(last: ServerResponse | undefined, then: () => void): void {
  if (last === undefined || last.writableFinished || last.destroyed) then()
  else last.once('close', then)
}
