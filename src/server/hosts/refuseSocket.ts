import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorAnswer, METHODS, methodAnswer } from '../answers.ts'
import type { MockCore } from '../core.ts'
import type { ResponseRecord } from '../records.ts'

// Not imported, as in nodeServer.ts.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** Milliseconds that a refused client has to read its answer: a socket closed with input unread is reset, answer and all. */
const LINGER = 200

const notAllowed = methodAnswer(`this server answers ${METHODS}`)
const tooLarge = errorAnswer('not-http', 431, 'the header section of the request is too large')
const tooSlow = errorAnswer('not-http', 408, 'the request took too long to arrive')

/** What node's parser tells of a message that it gave up. */
type ParseError = Error & { code?: string; reason?: string; rawPacket?: Buffer }

/** Answers what Node's parser could not read, and ends the connection: where the next request begins is unknown. */
export function refuseMessage(error: ParseError, socket: Duplex, core: MockCore): void {
  refuse(socket, core.complete(answerTo(error)))
}

/** Answers CONNECT: the server is no proxy. */
export function refuseConnection(_request: IncomingMessage, socket: Duplex, core: MockCore): void {
  refuse(socket, core.complete(notAllowed))
}

function answerTo({ code, reason, rawPacket }: ParseError): ResponseRecord {
  const notHttp = errorAnswer('not-http', 400, `the request is not HTTP/1.1${reason ? `: ${reason}` : ''}`)
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return tooLarge
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return tooSlow
    case 'HPE_INVALID_METHOD':
      // The parser knows a fixed list of methods. Any other is still a request (RFC 9110, 9.1), unless it is mere noise.
      return /^[!#$%&'*+\-.^_`|~A-Za-z0-9]+ \S+ HTTP\/1\.[01]\r?\n/.test(rawPacket?.toString('latin1') ?? '')
        ? notAllowed
        : notHttp
    default:
      return notHttp
  }
}

function refuse(socket: Duplex, answer: ResponseRecord): void {
  // The parser reports again for each further piece of the same message, and for a client that went away.
  if (socket.destroyed || socket.writableEnded) return
  if (!socket.writable) {
    socket.destroy()
    return
  }
  socket.on('error', () => socket.destroy())
  socket.resume()
  socket.end(serialise(answer))
  setTimeout(() => socket.destroy(), LINGER)
}

/** The answer as it goes over the wire, for a socket that node:http has let go. */
function serialise({ status, headers, body }: ResponseRecord): Buffer {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
  ]
  for (let index = 0; index < headers.length; index += 2)
    lines.push(`${headers[index]}: ${headers[index + 1]}`)
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}
