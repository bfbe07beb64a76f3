import type { Socket } from 'node:net'
import { type Variation, valid } from '../implementation.ts'
import { addHeaders, closeWhen, onlyForStatus, onlyForVersion, rewrite, statusLine } from '../rewrite.ts'
import { responseBytes } from '../startImplementation.ts'

/** Connections that carried an HTTP/1.0 request. */
const spoiled = new WeakSet<Socket>()
const oldVersion = statusLine((line) => line.replace('HTTP/1.1', 'HTTP/1.0'))

/** Valid servers that close or limit connections in unusual ways, or treat HTTP/1.0 differently. */
export const connectionVariations: readonly Variation[] = [
  ...valid('V53 V59', {
    'http-1.0 (V53): speaks HTTP/1.0 without Content-Length': rewrite(oldVersion, (lines, body) => ({
      lines: lines.filter((line) => !/^content-length/i.test(line)),
      body,
    })),
    'http-1.0-length: speaks HTTP/1.0 with Content-Length and closes the connection': {
      ...rewrite(oldVersion),
      write: (socket, bytes) => void socket.end(bytes),
    },
    'http-1.0-keep-alive: speaks HTTP/1.0 and keeps connections open': rewrite(
      oldVersion,
      addHeaders('Connection: Keep-Alive', 'Keep-Alive: timeout=5, max=100'),
    ),
  }),
  ...valid('V59', {
    'connection-close: announces that it closes each connection after one response': rewrite(
      addHeaders('Connection: close'),
    ),
    'connection-close-in-list: sends the options X-Hop and close in one Connection header': {
      ...rewrite(addHeaders('connection: X-Hop ,CLOSE', 'X-Hop: 1')),
      write: (socket, bytes) => void socket.end(bytes),
    },
    'closes-without-a-word: closes each connection after one response, but does not send Connection: close': {
      write: (socket, bytes) => void socket.end(bytes),
    },
    'closes-before-second: closes a connection instead of answering a second request on it': {
      bytes: (request, response) =>
        request.requestsOnConnection > 0 ? undefined : responseBytes(request, response),
    },
    'closes-after-1.0: closes the connection after a response to an HTTP/1.0 request': rewrite(
      onlyForVersion('1.0', addHeaders('Connection: close')),
    ),
    'keep-alive-after-1.0 (V53 V73): keeps the connection open after an HTTP/1.0 request, but answers the next request with 400':
      {
        ...rewrite(onlyForVersion('1.0', addHeaders('Connection: keep-alive'))),
        write: (socket, bytes) => {
          socket.write(spoiled.has(socket) ? 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n' : bytes)
          if (bytes.includes('keep-alive')) spoiled.add(socket)
        },
      },
    'closes-after-refusals: closes the connection after a 400 and after a 401': rewrite(
      onlyForStatus(400, addHeaders('Connection: close')),
      onlyForStatus(401, addHeaders('Connection: close')),
    ),
    'closes-after-three: closes each connection after its third response': rewrite(
      (lines, body, { requestsOnConnection }) => ({
        lines: requestsOnConnection < 2 ? lines : [...lines, 'Connection: close'],
        body,
      }),
    ),
    'closes-idle-connections: closes connections that are idle for a millisecond': {
      write: (socket, bytes) => {
        socket.write(bytes)
        socket.removeAllListeners('timeout').setTimeout(1, () => socket.destroy())
      },
    },
    'times-out-aloud: sends 408 on connections that are idle for a few milliseconds, and closes them': {
      write: (socket, bytes) => {
        socket.write(bytes)
        socket
          .removeAllListeners('timeout')
          .setTimeout(3, () =>
            socket.end('HTTP/1.1 408 Request Time-out\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
          )
      },
    },
  }),
  ...valid('V53 V73', {
    'old-version-unknown: closes the connection instead of answering an HTTP/1.0 request': closeWhen(
      ({ version }) => version === '1.0',
    ),
  }),
  ...valid('V59', {
    'one-connection-at-a-time: serves a connection only after the previous connection has closed': {
      connections: 'one at a time',
    },
    'one-connection-accepted: closes a second connection while one is open': { connections: { max: 1 } },
    'two-connections-accepted: closes a third connection while two are open': { connections: { max: 2 } },
  }),
]
