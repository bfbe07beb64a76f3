import type { ServerResponse } from 'node:http'
import type { MockCore } from '../core.ts'
import type { Reply, RequestRecord, ResponseRecord } from '../records.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { sendReply } from './sendReply.ts'

/** What answers requests: the mock, or the service behind it, or `busy` if too many responses wait already. */
export type Answering = { core: MockCore; upstream: Upstream | undefined; busy: ResponseRecord }

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
  if (!upstream) {
    send(core.answer(request))
    return
  }
  const disconnected = new AbortController()
  response.once('close', () => disconnected.abort())
  void core.answerFrom(upstream, request, disconnected.signal).then(send)
}
