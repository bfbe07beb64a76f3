import { changeResponses } from '../change.ts'
import { type Variation, valid } from '../implementation.ts'
import { htmlResponse } from '../response.ts'
import { addHeaders, closeWhen, rewrite, statusLine } from '../rewrite.ts'
import { responseBytes } from '../startImplementation.ts'

const oldVersion = statusLine((line) => line.replace('HTTP/1.1', 'HTTP/1.0'))

/** Valid servers that close connections at different times, or speak different versions of HTTP. */
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
    'connection-close-in-list: sends Connection: close in a header with several options': {
      ...rewrite(addHeaders('connection: X-Hop ,CLOSE', 'X-Hop: 1')),
      write: (socket, bytes) => void socket.end(bytes),
    },
    'closes-without-a-word: closes each connection after one response without Connection: close': {
      write: (socket, bytes) => void socket.end(bytes),
    },
    'closes-before-second: closes a connection when it receives a second request': {
      bytes: (request, response) =>
        request.requestsOnConnection > 0 ? undefined : responseBytes(request, response),
    },
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
    'times-out-aloud: sends 408 on connections that are idle for a few milliseconds and closes them': {
      write: (socket, bytes) => {
        socket.write(bytes)
        socket
          .removeAllListeners('timeout')
          .setTimeout(3, () =>
            socket.end('HTTP/1.1 408 Request Time-out\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
          )
      },
    },
    'times-out-aloud-at-second: returns 408 to the second request on a connection': rewrite(
      (lines, body, { requestsOnConnection }) =>
        requestsOnConnection === 0
          ? { lines, body }
          : {
              lines: ['HTTP/1.1 408 Request Timeout', 'Connection: close', 'Content-Length: 0'],
              body: Buffer.alloc(0),
            },
    ),
  }),
  ...valid('V53 V73', {
    'old-version-refused: rejects HTTP/1.0 with 505': changeResponses(
      () => htmlResponse(505, '<h1>505</h1>'),
      ({ version }) => version === '1.0',
    ),
    'old-version-unknown: closes the connection for HTTP/1.0 requests': closeWhen(
      ({ version }) => version === '1.0',
    ),
  }),
  ...valid('V59', {
    'one-connection-at-a-time: serves a connection only when the previous connection has closed': {
      connections: 'one at a time',
    },
    'one-connection-accepted: closes a second open connection': { connections: { max: 1 } },
    'two-connections-accepted: closes a third open connection': { connections: { max: 2 } },
    'two-connections-accepted-late: closes a third open connection after 100 ms': {
      connections: { max: 2, closesAfter: 100 },
    },
  }),
]
