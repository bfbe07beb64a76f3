import type { Socket } from 'node:net'
import { messageOf } from '../../contract/errors.ts'
import type { Failure, Response } from '../exchange.ts'
import type { LateBytes } from './lateBytes.ts'
import { isIdleNotice, type ReadLimits } from './responseHead.ts'
import { createResponseReader, type ResponseReader, type WholeResponse } from './responseReader.ts'

/** In milliseconds: `silence` between two bytes of a response, `total` for the whole of it. */
type Timing = { silence: number; total: number }

/** One connection. It carries one request at a time. */
export type Connection = {
  id: number
  /** How many requests it has carried. */
  carried: number
  usable: boolean
  send: (
    request: Buffer,
    method: string,
    timing: Timing,
    limits: ReadLimits,
  ) => Promise<WholeResponse | Failure>
  close: () => void
}

type PendingRequest = {
  reader: ResponseReader
  finish: (outcome: WholeResponse | Failure) => void
  restartTimer: () => void
}

/** Wraps an open socket. `onLateBytes` reports bytes that no request accounts for; they also close the connection. */
export function createConnection(
  socket: Socket,
  id: number,
  onLateBytes: (event: LateBytes) => void,
): Connection {
  let pending: PendingRequest | undefined

  const self: Connection = {
    id,
    carried: 0,
    usable: true,
    close() {
      self.usable = false
      socket.destroy()
    },
    send: (request, method, timing, limits) =>
      new Promise((resolve) => {
        self.carried += 1
        const reader = createResponseReader(method, limits)
        const timeOut = (why: string, partial?: Response): void =>
          finish({
            kind: 'timeout',
            message: `${reader.started() ? 'incomplete response' : 'no response'}: ${why}`,
            ...(partial && { partial }),
          })
        let reads = 0
        // After an event-loop stall, timers fire before pending socket data is read, so check once more.
        const silence = setTimeout(() => {
          const before = reads
          setImmediate(() => {
            if (reads === before) timeOut(`no data for ${timing.silence} ms`, reader.partial())
          })
        }, timing.silence)
        const total = setTimeout(
          () => timeOut(`not finished after ${timing.total} ms in total`),
          timing.total,
        )
        const finish = (outcome: WholeResponse | Failure): void => {
          if (pending?.reader !== reader) return
          pending = undefined
          clearTimeout(silence)
          clearTimeout(total)
          const keep = 'response' in outcome && outcome.keepAlive
          if (!keep) self.close()
          resolve(outcome)
        }
        const restartTimer = (): void => {
          reads += 1
          silence.refresh()
        }
        pending = { reader, finish, restartTimer }
        socket.write(request)
      }),
  }

  /** Waits for data that is already in the socket, because surplus bytes often follow the body in a read of their own. */
  const finishSoon = ({ reader, finish }: PendingRequest): void => {
    if (!reader.result()) return
    setImmediate(() =>
      setImmediate(() => {
        const whole = reader.result()
        if (whole) finish(whole)
      }),
    )
  }

  socket.on('data', (chunk: Buffer) => {
    if (!pending) {
      if (!isIdleNotice(chunk)) {
        const excerpt = JSON.stringify(chunk.toString('latin1', 0, 40))
        const detail = `${chunk.length} bytes follow the end of the response: ${excerpt}`
        onLateBytes({ connection: { id, earlier: self.carried - 1 }, detail })
      }
      return self.close()
    }
    pending.restartTimer()
    try {
      pending.reader.push(chunk)
      finishSoon(pending)
    } catch (error) {
      pending.finish({ kind: 'unparsable', message: messageOf(error) })
    }
  })
  socket.on('close', () => {
    self.usable = false
    if (!pending) return
    const { reader, finish } = pending
    reader.close()
    finish(reader.result() ?? explainEarlyClose(reader, self))
  })
  return self
}

function explainEarlyClose(reader: ResponseReader, { carried }: Connection): Failure {
  if (reader.started())
    return { kind: 'reset', message: 'the connection closed in the middle of the header section' }
  const message =
    carried > 1 ? 'a reused connection closed before a response' : 'the connection closed without a response'
  return { kind: 'empty', message }
}
