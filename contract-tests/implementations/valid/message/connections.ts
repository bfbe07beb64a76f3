import { changeResponses } from '../../change.ts'
import type { Variation } from '../../implementation.ts'
import { addHeaders, closeWhen, rewrite, statusLine } from '../../rewrite.ts'
import { responseBytes } from '../../startImplementation.ts'

const oldVersion = statusLine((line) => line.replace('HTTP/1.1', 'HTTP/1.0'))

/** Lifetimes of connections, and versions of HTTP. */
export const connectionVariations: readonly Variation[] = [
  {
    id: 'http-1.0',
    title: 'speaks HTTP/1.0 without Content-Length',
    rows: ['V53'],
    difference: rewrite(oldVersion, (lines, body) => ({
      lines: lines.filter((line) => !/^content-length/i.test(line)),
      body,
    })),
  },
  {
    id: 'http-1.0-length',
    title: 'speaks HTTP/1.0 with Content-Length and closes the connection',
    rows: ['V53', 'V59'],
    difference: { ...rewrite(oldVersion), write: (socket, bytes) => void socket.end(bytes) },
  },
  {
    id: 'http-1.0-keep-alive',
    title: 'speaks HTTP/1.0 and keeps connections open',
    rows: ['V53', 'V59'],
    difference: rewrite(oldVersion, addHeaders('Connection: Keep-Alive', 'Keep-Alive: timeout=5, max=100')),
  },
  {
    id: 'connection-close',
    title: 'announces that it closes each connection after one response',
    rows: ['V59'],
    difference: rewrite(addHeaders('Connection: close')),
  },
  {
    id: 'connection-close-in-list',
    title: 'announces the close in a Connection header with several options',
    rows: ['V59'],
    difference: {
      ...rewrite(addHeaders('connection: X-Hop ,CLOSE', 'X-Hop: 1')),
      write: (socket, bytes) => void socket.end(bytes),
    },
  },
  {
    id: 'closes-without-a-word',
    title: 'closes each connection after one response without announcing it',
    rows: ['V59'],
    difference: { write: (socket, bytes) => void socket.end(bytes) },
  },
  {
    id: 'closes-before-second',
    title: 'closes a connection when it receives a second request',
    rows: ['V59'],
    difference: {
      bytes: (request, response) =>
        request.requestsOnConnection > 0 ? undefined : responseBytes(request, response),
    },
  },
  {
    id: 'closes-after-three',
    title: 'closes each connection after its third response',
    rows: ['V59'],
    difference: rewrite((lines, body, { requestsOnConnection }) => ({
      lines: requestsOnConnection < 2 ? lines : [...lines, 'Connection: close'],
      body,
    })),
  },
  {
    id: 'closes-idle-connections',
    title: 'closes connections that are idle for a millisecond',
    rows: ['V59'],
    difference: {
      write: (socket, bytes) => {
        socket.write(bytes)
        socket.removeAllListeners('timeout').setTimeout(1, () => socket.destroy())
      },
    },
  },
  {
    id: 'times-out-aloud',
    title: 'sends 408 on connections that are idle for a few milliseconds and closes them',
    rows: ['V59'],
    difference: {
      write: (socket, bytes) => {
        socket.write(bytes)
        socket
          .removeAllListeners('timeout')
          .setTimeout(3, () =>
            socket.end('HTTP/1.1 408 Request Time-out\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
          )
      },
    },
  },
  {
    id: 'times-out-aloud-at-second',
    title: 'returns 408 to the second request on a connection',
    rows: ['V59'],
    difference: rewrite((lines, body, { requestsOnConnection }) =>
      requestsOnConnection === 0
        ? { lines, body }
        : {
            lines: ['HTTP/1.1 408 Request Timeout', 'Connection: close', 'Content-Length: 0'],
            body: Buffer.alloc(0),
          },
    ),
  },
  {
    id: 'old-version-refused',
    title: 'rejects HTTP/1.0 with 505',
    rows: ['V53', 'V73'],
    difference: changeResponses(
      () => ({ status: 505, headers: { 'Content-Type': 'text/html' }, body: '<h1>505</h1>' }),
      ({ version }) => version === '1.0',
    ),
  },
  {
    id: 'old-version-unknown',
    title: 'closes the connection for HTTP/1.0 requests',
    rows: ['V53', 'V73'],
    difference: closeWhen(({ version }) => version === '1.0'),
  },
  {
    id: 'one-connection-at-a-time',
    title: 'serves a connection when the one before it has closed',
    rows: ['V59'],
    difference: { connections: 'one at a time' },
  },
  {
    id: 'one-connection-accepted',
    title: 'closes each connection beside an open one',
    rows: ['V59'],
    difference: { connections: { most: 1 } },
  },
  {
    id: 'two-connections-accepted',
    title: 'closes each connection beside two open ones',
    rows: ['V59'],
    difference: { connections: { most: 2 } },
  },
  {
    id: 'two-connections-accepted-late',
    title: 'closes each connection beside two open ones after a tenth of a second',
    rows: ['V59'],
    difference: { connections: { most: 2, closesAfter: 100 } },
  },
]
