import type { ServerResponse } from 'node:http'
import type { MockCore } from '../core.ts'
import { errorAnswer } from '../handler/answers.ts'
import type { MockEvent } from '../mockEvent.ts'

// jsdom has none, and a test may replace the global one.
const { setImmediate } = process.getBuiltinModule('node:timers')

/** Milliseconds between heartbeats, because proxies cut silent connections. */
const HEARTBEAT = 15_000

/** Bytes that a listener has not read yet. */
const MOST_UNREAD = 262_144

/** Listeners of one mock. */
const MOST_LISTENERS = 100

const tooMany = errorAnswer('control', 503, `${MOST_LISTENERS} clients are listening already`)

const listening = new WeakMap<MockCore, number>()
const messages = new WeakMap<MockEvent, string>()

/** Sends the events of a mock as server-sent events (HTML Standard, section 9.2) until the client disconnects. */
export function sendEvents(
  core: MockCore,
  headers: readonly string[],
  hello: unknown,
  response: ServerResponse,
): void {
  const others = listening.get(core) ?? 0
  if (others >= MOST_LISTENERS) {
    response.writeHead(tooMany.status, [...headers, ...tooMany.headers])
    response.end(tooMany.body)
    return
  }
  listening.set(core, others + 1)
  response.writeHead(200, [...headers, 'Content-Type', 'text/event-stream', 'Cache-Control', 'no-store'])
  let unsent = ''
  const flush = (): void => {
    if (response.destroyed) return
    response.write(unsent)
    unsent = ''
    // Disconnect clients that don't read, or their unread events would fill the memory.
    if (response.writableLength > MOST_UNREAD) response.destroy()
  }
  // Events of requests that arrive together are sent together.
  const send = (message: string): void => {
    if (unsent === '') setImmediate(flush)
    unsent += message
  }
  send(toMessage('hello', hello))
  const off = core.on((event) => {
    // Written once for all listeners.
    const message = messages.get(event) ?? describeEvent(event)
    messages.set(event, message)
    send(message)
  })
  const heartbeat = setInterval(() => response.write(':\n\n'), HEARTBEAT)
  response.once('close', () => {
    listening.set(core, (listening.get(core) ?? 1) - 1)
    clearInterval(heartbeat)
    off()
  })
}

function describeEvent({ type, ...data }: MockEvent): string {
  return toMessage(type, 'entry' in data ? data.entry : data)
}

function toMessage(type: string, data: unknown): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
}
