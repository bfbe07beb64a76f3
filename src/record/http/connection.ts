import type { Socket } from 'node:net'
import { errorCode, messageOf, pluralize } from '../../contract/words.ts'
import type { Exchange, Failure, Response } from '../../judge/exchange.ts'
import type { Bounds } from './bytes.ts'
import { isIdleNotice } from './responseHead.ts'
import { createResponseReader, type ResponseReader, type WholeResponse } from './responseReader.ts'
import { explainHandshake, type Progress, waitTurns, watchSilence } from './socket.ts'

/** The options for reading one response. */
export type Reading = {
  /** The maximum number of milliseconds without data. From its first byte, a response may take three times as long in total. */
  timeout: number
  body: Bounds
  /** Whether to send the request in three parts. */
  inParts?: boolean
  /** Called with the bytes of the response as they arrive. */
  onBytes?: ((bytes: Buffer) => void) | undefined
}

export const HEAD_LIMIT = 256 * 1024
/** Where the parts of a request begin: some servers look for the empty line only in what they read last. And the pause in milliseconds. */
const [CUTS, GAP] = [[0, 30, -1], 20]
/** The milliseconds to wait for a body after the response to a HEAD, and at most, until a server closes its side of the connection. */
const [LATE, CLOSING] = [2, 20]

/** Bytes that arrived on an idle connection, after the last response on it was complete. */
export type LateBytes = {
  /** The connection, and the number of its requests before the last one, which together identify the last exchange before the bytes. */
  connection: Exchange['connection']
  detail: string
}

export type Connection = ReturnType<typeof createConnection>

/** Wraps an open socket, to send requests on it in order. If bytes arrive while no request is under way, closes the socket. */
export function createConnection(
  socket: Socket,
  id: number,
  progress: Progress,
  onLateBytes: (event: LateBytes) => void,
) {
  /** The requests under way. */
  const waiting: { onData: (chunk: Buffer) => void; onClose: () => void }[] = []
  let alert: Failure | undefined

  const self = {
    id,
    /** The number of requests that the connection has carried. */
    carried: 0,
    usable: true,
    isBusy: () => waiting.length > 0,
    close(): void {
      self.usable = false
      socket.destroy()
    },
    /** Closes the connection, and briefly waits until the server has closed it, too, so that the server can accept another connection. */
    async end(): Promise<void> {
      self.usable = false
      if (!socket.closed) {
        const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
        const timer = setTimeout(() => socket.destroy(), CLOSING)
        socket.end()
        // Read from the socket, because otherwise, Node.js does not notice that the server has closed it.
        socket.resume()
        await closed
        clearTimeout(timer)
      }
      await waitTurns(3)
    },
    send: (request: Buffer, method: string, { timeout, body, inParts, onBytes }: Reading) =>
      new Promise<WholeResponse | Failure>((resolve) => {
        self.carried += 1
        progress.at = performance.now()
        const reader = createResponseReader(method, { head: HEAD_LIMIT, body })
        // The server closed the connection before this request was sent.
        if (!self.usable) return resolve(explainEarlyClose(reader, self.carried))
        let total: NodeJS.Timeout | undefined
        const own = {
          onData(chunk: Buffer): void {
            onBytes?.(chunk)
            progress.at = performance.now()
            total ??= setTimeout(() => timeOut(`not finished after ${timeout * 3} ms in total`), timeout * 3)
            try {
              reader.push(chunk)
            } catch (error) {
              finish({ kind: 'unparsable', message: messageOf(error), code: errorCode(error) })
            }
            // Surplus bytes often arrive in a separate read, so let Node.js read once more. A body after a HEAD arrives even later.
            if (read() && method === 'HEAD') setTimeout(finish, LATE)
            else if (read()) setImmediate(() => setImmediate(finish))
          },
          onClose(): void {
            reader.close()
            const failure = (reader.started() ? undefined : alert) ?? explainEarlyClose(reader, self.carried)
            finish(read() ?? failure)
          },
        }
        const read = () => reader.result(waiting.at(-1) === own)
        const timeOut = (why: string, partial?: Response): void =>
          finish({
            kind: 'timeout',
            message: `${reader.started() ? 'incomplete response' : 'no response'}: ${why}`,
            ...(partial && { partial }),
          })
        const stopWatching = watchSilence(progress, timeout, () =>
          timeOut(`no data for ${timeout} ms`, reader.partial()),
        )
        const finish = (outcome: WholeResponse | Failure | undefined = read()): void => {
          if (!outcome || !waiting.includes(own)) return
          waiting.splice(waiting.indexOf(own), 1)
          stopWatching()
          clearTimeout(total)
          if (!('response' in outcome && outcome.keepAlive)) self.close()
          else if (outcome.rest.length > 0) waiting[0]?.onData(outcome.rest)
          resolve(outcome)
        }
        waiting.push(own)
        const write = ([part = request, ...others]: readonly Buffer[]): void => {
          socket.write(part)
          if (others.length > 0) setTimeout(() => waitTurns().then(() => write(others)), GAP)
        }
        // Pipelined requests arrive together.
        socket.cork()
        write(inParts ? CUTS.map((cut, at) => request.subarray(cut, CUTS[at + 1])) : [request])
        process.nextTick(() => socket.uncork())
      }),
  }

  socket.on('data', (chunk: Buffer) => {
    if (waiting[0]) return waiting[0].onData(chunk)
    if (!isIdleNotice(chunk)) {
      const excerpt = JSON.stringify(chunk.toString('latin1', 0, 40))
      const detail = `${pluralize(chunk.length, 'byte')} after the end of the response: ${excerpt}`
      onLateBytes({ connection: { id, earlier: self.carried - 1 }, detail })
    }
    self.close()
  })
  socket.on('error', (error) => {
    alert ??= explainHandshake(errorCode(error), messageOf(error))
  })
  socket.on('close', () => {
    self.usable = false
    for (const each of [...waiting]) each.onClose()
  })
  return self
}

function explainEarlyClose(reader: ResponseReader, carried: number): Failure {
  if (reader.started())
    return { kind: 'reset', message: 'the connection closed in the middle of the header section' }
  const message =
    carried > 1 ? 'a reused connection closed before a response' : 'the connection closed without a response'
  return { kind: 'empty', message }
}
