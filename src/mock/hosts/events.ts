import type { ServerResponse } from 'node:http'
import type { MockCore } from '../core.ts'

/** Milliseconds between heartbeats, because proxies cut silent connections. */
const HEARTBEAT = 15_000

/** Bytes. */
const MOST_UNREAD = 1_048_576

/** Sends the events of a mock as server-sent events (HTML Standard, section 9.2) until the client disconnects. */
export function sendEvents(
  core: MockCore,
  headers: readonly string[],
  hello: unknown,
  response: ServerResponse,
): void {
  response.writeHead(200, [...headers, 'Content-Type', 'text/event-stream', 'Cache-Control', 'no-store'])
  const send = (type: string, data: unknown): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
    // Disconnect clients that don't read, or their unread events would fill the memory.
    if (response.writableLength > MOST_UNREAD) response.destroy()
  }
  send('hello', hello)
  const off = core.on(({ type, ...data }) => send(type, 'entry' in data ? data.entry : data))
  const heartbeat = setInterval(() => response.write(':\n\n'), HEARTBEAT)
  response.once('close', () => {
    clearInterval(heartbeat)
    off()
  })
}
