import type { Socket } from 'node:net'
import type { Anomaly, Failure, Response } from '../exchange.ts'
import { type Read, type ResponseReader, responseReader } from './http1.ts'
import { isIdleNotice, type ReadLimits } from './http1Head.ts'

/** Milliseconds: `silence` between two bytes of an answer, `total` for the whole of it. */
type Timing = { silence: number; total: number }

/** One connection. It carries one request at a time. */
export type Connection = {
  id: number
  /** Requests that it has carried. */
  carried: number
  usable: boolean
  exchange: (request: Buffer, method: string, timing: Timing, limits: ReadLimits) => Promise<Read | Failure>
  close: () => void
}

type Current = { reader: ResponseReader; finish: (outcome: Read | Failure) => void; heard: () => void }

/** Wraps an open socket. */
export function connection(socket: Socket, id: number): Connection {
  let current: Current | undefined
  let last: Anomaly[] | undefined

  const self: Connection = {
    id,
    carried: 0,
    usable: true,
    close() {
      self.usable = false
      socket.destroy()
    },
    exchange: (request, method, timing, limits) =>
      new Promise((resolve) => {
        self.carried += 1
        const reader = responseReader(method, limits)
        const timedOut = (why: string, partial?: Response): void =>
          finish({
            kind: 'timeout',
            message: `${reader.started() ? 'the answer does not end' : 'no answer'}: ${why}`,
            ...(partial && { partial }),
          })
        let reads = 0
        // Whoever was held up finds timers due before what came meanwhile is read.
        const silence = setTimeout(() => {
          const before = reads
          setImmediate(() => {
            if (reads === before) timedOut(`silence for ${timing.silence} ms`, reader.partial())
          })
        }, timing.silence)
        const total = setTimeout(() => timedOut(`more than ${timing.total} ms in all`), timing.total)
        const finish = (outcome: Read | Failure): void => {
          if (current?.reader !== reader) return
          current = undefined
          clearTimeout(silence)
          clearTimeout(total)
          const keep = 'response' in outcome && outcome.keepAlive
          if (!keep) self.close()
          if ('response' in outcome) last = outcome.response.anomalies as Anomaly[]
          resolve(outcome)
        }
        const heard = (): void => {
          reads += 1
          silence.refresh()
        }
        current = { reader, finish, heard }
        socket.write(request)
      }),
  }

  /** Lets the answer's last bytes be followed by what already waits behind them: a surplus is seen only then. */
  const settle = ({ reader, finish }: Current): void => {
    if (!reader.result()) return
    setImmediate(() =>
      setImmediate(() => {
        const read = reader.result()
        if (read) finish(read)
      }),
    )
  }

  socket.on('data', (chunk: Buffer) => {
    if (!current) {
      if (isIdleNotice(chunk)) return self.close()
      const excerpt = JSON.stringify(chunk.toString('latin1', 0, 40))
      last?.push({
        code: 'surplus',
        detail: `${chunk.length} bytes follow the end of the answer: ${excerpt}`,
      })
      return self.close()
    }
    current.heard()
    try {
      current.reader.push(chunk)
      settle(current)
    } catch (error) {
      current.finish({ kind: 'unparsable', message: (error as Error).message })
    }
  })
  socket.on('close', () => {
    self.usable = false
    if (!current) return
    const { reader, finish } = current
    reader.close()
    finish(reader.result() ?? closedEarly(reader, self.carried > 1))
  })
  return self
}

function closedEarly(reader: ResponseReader, reused: boolean): Failure {
  if (reader.started())
    return { kind: 'reset', message: 'the connection closed in the middle of the header section' }
  const message = reused
    ? 'a reused connection closed before an answer'
    : 'the connection closed without an answer'
  return { kind: 'empty', message }
}
