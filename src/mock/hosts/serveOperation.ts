import type { ServerResponse } from 'node:http'
import type { MockCore } from '../core.ts'
import type { Reply, RequestRecord, ResponseRecord } from '../records.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { sendReply } from './sendReply.ts'

/** What answers requests: the mock, or the service behind it, or `busy` if too many responses wait already. */
export type Answering = { core: MockCore; upstream: Upstream | undefined; busy: ResponseRecord }

/**
 * Milliseconds before a request is counted, or takes a response that a test gave. A component that is mounted twice aborts its first
 * request at once, but the mock often receives the second one before it learns that.
 */
const PATIENCE = 30

// A test may replace the global ones, and jsdom has no setImmediate. After a stall, timers run before what arrived meanwhile is read,
// and an immediate after it.
const { setTimeout, setImmediate } = process.getBuiltinModule('node:timers')

/** Answers a request over node:http, and tells the mock when the response has ended. */
export function serveOperation(
  { core, upstream, busy }: Answering,
  request: RequestRecord,
  response: ServerResponse,
): void {
  const received = performance.now()
  const send = (reply: Reply): void => {
    const end = (): void =>
      core.ended(reply.id, {
        durationMs: Math.round((performance.now() - received) * 100) / 100,
        complete: response.writableFinished,
      })
    if (response.closed) end()
    else response.on('close', end)
    sendReply(reply, response, busy)
  }
  const answer = (): void => {
    if (!upstream) {
      send(core.answer(request))
      return
    }
    const disconnected = new AbortController()
    response.once('close', () => disconnected.abort())
    void core.answerFrom(upstream, request, disconnected.signal).then(send)
  }
  if (core.isCounted(request)) setTimeout(() => setImmediate(answer), PATIENCE)
  else answer()
}
