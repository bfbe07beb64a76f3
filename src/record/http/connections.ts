import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange, Failure, Probe } from '../../judge/exchange.ts'
import { type Connection, createConnection, type LateBytes, type Reading } from './connection.ts'
import type { WholeResponse } from './responseReader.ts'
import { openSocket, type SocketOptions, waitTurns } from './socket.ts'
import type { Address } from './url.ts'

/** The outcome of a request, and the connection that the request used. */
export type Delivery = { connection: Exchange['connection']; outcome: WholeResponse | Failure }

/** A connection for only one request: a connection that is already open, or `true` to open a new connection. */
export type Own = Promise<Connection | Failure> | true | undefined

/** The options for sending one request. */
type Sending = Reading & { own?: Own }

/** The milliseconds that a server gets to accept connections after they have been opened. */
const ACCEPTING = 5
/** The maximum number of milliseconds to wait for several connections. A server whose queue is full accepts no more connections now. */
const CONNECTING = 250

/**
 * Creates the connections of a run. A connection stays open until none of the next requests names it. Therefore, several connections are
 * open only while requests are sent at the same time.
 */
export function createConnections(options: SocketOptions) {
  const progress = { at: performance.now() }
  const open = new Set<Connection>()
  /** The connections that stay open, by name. */
  const kept = new Map<string | undefined, { connection: Connection; origin: string }>()
  const lateBytes: LateBytes[] = []
  let opened = 0

  const connect = async (address: Address): Promise<Connection | Failure> => {
    const socket = await openSocket(address, options, progress)
    if ('kind' in socket) return socket
    opened += 1
    const connection = createConnection(socket, opened, progress, (event) => void lateBytes.push(event))
    open.add(connection)
    socket.once('close', () => open.delete(connection))
    return connection
  }
  const endKept = async (name: string | undefined): Promise<void> => {
    const connection = kept.get(name)?.connection
    kept.delete(name)
    await connection?.end()
  }
  const acquire = async (address: Address, name: string | undefined): Promise<Connection | Failure> => {
    const origin = `${address.protocol}//${address.host}`
    const known = kept.get(name)
    if (known?.origin === origin && known.connection.usable) return known.connection
    await endKept(name)
    const connection = await connect(address)
    if (!('kind' in connection)) kept.set(name, { connection, origin })
    return connection
  }

  return {
    /** Sends the bytes on the connection that the probe names. Rejects when aborted. */
    async send(probe: Probe, address: Address, bytes: Buffer, sending: Sending): Promise<Delivery> {
      const { own, ...reading } = sending
      const carrier = await (own === true ? connect(address) : (own ?? acquire(address, probe.connection)))
      options.signal?.throwIfAborted()
      if ('kind' in carrier) return { connection: { id: 0, earlier: 0 }, outcome: carrier }
      const connection = { id: carrier.id, earlier: carrier.carried }
      const outcome = await carrier.send(bytes, probe.method, { ...reading, inParts: probe.form === 'parts' })
      // If the run was aborted, the response may be incomplete, which says nothing about the server, so reject.
      options.signal?.throwIfAborted()
      if ((own !== undefined || probe.httpVersion === '1.0') && !carrier.isBusy()) await carrier.end()
      return { connection, outcome }
    },
    /** Opens several connections, and resolves when the server has had time to accept them. */
    async openTogether(address: Address, count: number) {
      const opening = Array.from({ length: count }, () => connect(address))
      // This timer must not keep the process alive.
      await Promise.race([Promise.all(opening), pause(CONNECTING, undefined, { ref: false })])
      await pause(ACCEPTING)
      await waitTurns(count)
      return opening
    },
    /** Closes the kept connections whose names are not in this list. */
    async keepOnly(names: readonly (string | undefined)[]): Promise<void> {
      const others = [...kept.keys()].filter((name) => !names.includes(name))
      await Promise.all(others.map(endKept))
    },
    takeLateBytes: () => lateBytes.splice(0),
    close(): void {
      for (const connection of open) connection.close()
    },
  }
}
