import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange, Failure, Probe } from '../../judge/exchange.ts'
import { type Connection, createConnection, type LateBytes, type Reading } from './connection.ts'
import type { WholeResponse } from './responseReader.ts'
import { openSocket, type SocketOptions } from './socket.ts'
import { type Address, formatOrigin } from './url.ts'

/** What a request received, and on which connection. */
export type Delivery = { connection: Exchange['connection']; outcome: WholeResponse | Failure }

type ConnectionsOptions = SocketOptions & { bodyLimit: number }

/** How to send one request. */
type Sending = Reading & {
  /** On a connection of its own, which is closed afterwards: an open one, or a new one. */
  own?: Promise<Connection | Failure> | true
}

/** Milliseconds in which a server accepts connections. */
const ACCEPTING = 5
/** Milliseconds in which a server closes a connection that it has no place for, and between two looks at it. */
const TURNING_AWAY = 200
const LOOKING = 20
/** Milliseconds for a group to connect. A server whose queue is full accepts the others once it has served the first. */
const CONNECTING = 250
const NONE = { id: 0, earlier: 0 }

/**
 * The connections of a run: one is kept from request to request. A probe that names another one closes it first, so nothing is open
 * beside it but the connections of requests that are sent together.
 */
export function createConnections(options: ConnectionsOptions) {
  const progress = { at: performance.now() }
  const open = new Set<Connection>()
  let kept: { connection: Connection; key: string } | undefined
  let lateBytes: LateBytes[] = []
  let opened = 0
  let isLimited = false
  /** So many connections were open together, and the server closed none. */
  let served = 0

  const connect = async (address: Address): Promise<Connection | Failure> => {
    const socket = await openSocket(address, options, progress)
    if ('kind' in socket) return socket
    opened += 1
    const connection = createConnection(socket, opened, progress, options.bodyLimit, (event) => {
      lateBytes.push(event)
    })
    open.add(connection)
    socket.once('close', () => open.delete(connection))
    return connection
  }
  const endKept = async (): Promise<void> => {
    const connection = kept?.connection
    kept = undefined
    await connection?.end()
  }
  const acquire = async (address: Address, name: string | undefined): Promise<Connection | Failure> => {
    const key = `${formatOrigin(address)} ${name ?? ''}`
    if (kept?.key === key && kept.connection.usable) return kept.connection
    await endKept()
    const connection = await connect(address)
    if (!('kind' in connection)) kept = { connection, key }
    return connection
  }

  return {
    /** Sends the bytes on the connection that the probe names. Rejects when aborted. */
    async send(
      probe: Probe,
      address: Address,
      bytes: Buffer,
      { own, ...reading }: Sending,
    ): Promise<Delivery> {
      const carrier = await (own === true ? connect(address) : (own ?? acquire(address, probe.connection)))
      options.signal?.throwIfAborted()
      if ('kind' in carrier) return { connection: NONE, outcome: carrier }
      const connection = { id: carrier.id, earlier: carrier.carried }
      const outcome = await carrier.send(bytes, probe.method, reading)
      // What an abort cut off says nothing about the server.
      options.signal?.throwIfAborted()
      if (own !== undefined || probe.httpVersion === '1.0') await carrier.end()
      return { connection, outcome }
    },
    /** Opens a connection for each of several requests, and resolves when a server has had time to accept them. */
    async openTogether(address: Address, count: number) {
      await endKept()
      const opening = Array.from({ length: count }, () => connect(address))
      const all = Promise.all(opening)
      // The process need not live as long as this timer.
      await Promise.race([all, pause(CONNECTING, undefined, { ref: false })])
      await pause(ACCEPTING)
      // A server in this process accepts one connection in each turn of the event loop.
      for (const _ of opening) await new Promise((resolve) => setImmediate(resolve))
      return opening
    },
    /** Whether the server closes a connection because others are open, found out with this many that carry nothing. */
    async hasLimit(address: Address, count: number): Promise<boolean> {
      if (isLimited || count <= served) return isLimited
      await endKept()
      const idle = await Promise.all(Array.from({ length: count }, () => connect(address)))
      // A server that accepts nothing is down, or starts again.
      const isDown = idle.some((each) => 'kind' in each)
      const isTurnedAway = (): boolean => idle.some((each) => !('kind' in each) && !each.usable)
      for (let waited = 0; waited < TURNING_AWAY && !isDown && !isTurnedAway(); waited += LOOKING)
        await pause(LOOKING)
      if (!isDown && isTurnedAway()) isLimited = true
      else if (!isDown) served = count
      await Promise.all(idle.map((each) => ('kind' in each ? undefined : each.end())))
      return isLimited
    },
    takeLateBytes(): LateBytes[] {
      const taken = lateBytes
      lateBytes = []
      return taken
    },
    close(): void {
      for (const connection of open) connection.close()
    },
  }
}
