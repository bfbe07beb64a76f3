import type { MockCore } from '../core.ts'
import type { Reply } from '../records.ts'
import type { WireFault } from '../scenarios/effects.ts'
import { GARBAGE, pieces } from '../scenarios/wire.ts'

/** A fault on the wire where there is no wire: what `fetch` rejects with when a connection breaks is a TypeError. */
export class FaultError extends TypeError {
  override readonly name = 'FaultError'
  readonly fault: WireFault

  constructor(fault: WireFault) {
    super(`the mock was told to play ${fault}`)
    this.fault = fault
  }
}

/**
 * The mock as a function from Request to Response, for whatever serves those. Rejects with a FaultError where a fault leaves no
 * answer, and with the signal's reason where the request is given up.
 */
export async function answerRequest(request: Request, core: MockCore): Promise<Response> {
  request.signal.throwIfAborted()
  const { pathname, search } = new URL(request.url)
  const reply = core.answer({
    method: request.method,
    target: pathname + search,
    headers: Object.fromEntries(request.headers),
  })
  if (reply.delay > 0) await sleep(reply.delay, request.signal)
  const { status, fault, body } = reply
  if (fault && !SPARES_HEAD.has(fault)) throw new FaultError(fault)
  const head = fault === 'MALFORMED_RESPONSE_CHUNK' ? inChunks(reply) : reply
  // Where no body is due there is nothing that could break off.
  if (status === 204 || request.method === 'HEAD') return respond(head, null)
  if (fault === 'TRUNCATED_BODY') return respond(head, broken(body.slice(0, body.byteLength >> 1), fault))
  if (fault) return respond(head, broken(GARBAGE, fault))
  return respond(head, reply.dribble ? dribbled(reply, request.signal) : body.slice())
}

/** Faults that come after a sound head. */
const SPARES_HEAD: ReadonlySet<WireFault> = new Set(['MALFORMED_RESPONSE_CHUNK', 'TRUNCATED_BODY'])

/** Milliseconds. */
const TURN = 5

type Head = Pick<Reply, 'status' | 'headers'>
type Body = ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null

function respond({ status, headers }: Head, body: Body): Response {
  const fields = new Headers()
  for (let index = 0; index < headers.length; index += 2)
    fields.append(headers[index] as string, headers[index + 1] as string)
  return new Response(body, { status, headers: fields })
}

/** Whoever puts this on a wire has to know that an end without the last chunk is none. */
function inChunks({ status, headers }: Reply): Head {
  return {
    status,
    headers: headers.toSpliced(headers.indexOf('Content-Length'), 2, 'Transfer-Encoding', 'chunked'),
  }
}

function broken(bytes: Uint8Array, fault: WireFault): ReadableStream<Uint8Array> {
  let isSent = false
  return new ReadableStream({
    async pull(controller) {
      if (!isSent) {
        controller.enqueue(bytes)
        isSent = true
        return
      }
      // Whoever passes it on needs a turn to do so, or head and bytes are lost with the connection.
      await sleep(TURN)
      controller.error(new FaultError(fault))
    },
  })
}

function dribbled({ body, dribble }: Reply, signal: AbortSignal): ReadableStream<Uint8Array> {
  const left = dribble && body.byteLength > 0 ? pieces(body, dribble) : []
  const cancelled = new AbortController()
  const ended = AbortSignal.any([signal, cancelled.signal])
  return new ReadableStream({
    async pull(controller) {
      const [wait, bytes] = left.shift() ?? []
      if (wait === undefined || bytes === undefined) return controller.close()
      controller.enqueue(bytes)
      await sleep(wait, ended)
    },
    // Whoever stops reading should not keep a timer alive.
    cancel: () => cancelled.abort(),
  })
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
