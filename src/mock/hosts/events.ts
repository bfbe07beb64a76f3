import type { ServerResponse } from 'node:http'
import type { MockCore } from '../core.ts'

/** Milliseconds between signs of life: proxies cut what is silent for long. */
const BEAT = 15_000

/** Bytes. */
const MOST_UNREAD = 1_048_576

/** Sends what happens to the mock as server-sent events (HTML, 9.2), until the client goes away. */
export function sendEvents(
  core: MockCore,
  fields: readonly string[],
  hello: unknown,
  response: ServerResponse,
): void {
  response.writeHead(200, [...fields, 'Content-Type', 'text/event-stream', 'Cache-Control', 'no-store'])
  const send = (type: string, data: unknown): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
    // Whoever does not read is let go: what waits for them would fill the memory.
    if (response.writableLength > MOST_UNREAD) response.destroy()
  }
  send('hello', hello)
  const off = core.on(({ type, ...data }) => send(type, 'entry' in data ? data.entry : data))
  const beat = setInterval(() => response.write(':\n\n'), BEAT)
  response.once('close', () => {
    clearInterval(beat)
    off()
  })
}
