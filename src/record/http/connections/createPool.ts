import { setTimeout as pause } from 'node:timers/promises'
import type { Failure } from '../../../judge/exchange.ts'
import { type Address, formatOrigin } from '../../../judge/url.ts'
import type { LateBytes } from '../lateBytes.ts'
import { type Connection, createConnection, type Progress } from './connection.ts'
import type { Pool } from './pool.ts'
import { openSocket, type SocketOptions } from './socket.ts'

type Entry = {
  connection: Connection
  origin: string
  name: string | undefined
  /** When it began to open, or was taken again. */
  takenAt: number
  busy: boolean
  /** How often it was taken again after it was opened. */
  reuses: number
}

/** Milliseconds for bytes that follow a response, before its connection is closed. */
const LATE = 10
/** Milliseconds in which a server closes a connection that it has no place for. */
const TURNING_AWAY = 500
/** How often to find out whether it does. */
const MOST_SEARCHES = 3
/** Milliseconds for a server to notice that a connection was closed. */
const CLOSING = 20
/** The most milliseconds for the connections of requests that are sent at once: many servers accept them one at a time. */
const ACCEPTING = 60
/** The same for a server that has already accepted as many. */
const ACCEPTING_AGAIN = 15
/** If the queue of a server is full, TCP tries to connect again after one second. */
const QUEUED = 900
/** Milliseconds after which a closed connection is no longer on a server's mind. */
const FORGOTTEN = 200

export function createPool(progress: Progress, options: SocketOptions): Pool {
  const entries = new Set<Entry>()
  const opening = new Map<string, Promise<Connection | Failure>>()
  let retained: ReadonlySet<string> = new Set()
  let current: ReadonlySet<string> = new Set()
  let lateBytes: LateBytes[] = []
  let connections = 0
  let quickest = Infinity
  /** The fewest milliseconds in which the server accepted a connection and answered on it, and answered on an open one. */
  let quickestFirst = Infinity
  let quickestAnswer = Infinity
  let capacity = Infinity
  /** The most connections that the server has kept open at once. */
  let most = 0
  let closedAt = -Infinity
  let searches = 0
  let alone = true

  const isNamedBy = (names: ReadonlySet<string>, { name }: Entry): boolean =>
    name !== undefined && names.has(name)
  const isLimited = (): boolean => Number.isFinite(capacity)
  const isKept = (entry: Entry): boolean =>
    !isLimited() && (entry.name === undefined || isNamedBy(retained, entry))
  const closeIdle = (which: (entry: Entry) => boolean = () => true): number => {
    const idle = [...entries].filter((entry) => !entry.busy && which(entry))
    for (const { connection } of idle) connection.close()
    if (idle.length > 0) closedAt = performance.now()
    return idle.length
  }
  const findIdle = (origin: string, name: string | undefined): Entry | undefined =>
    [...entries].findLast(
      (entry) => !entry.busy && entry.connection.usable && entry.origin === origin && entry.name === name,
    )

  const open = async (address: Address, name: string | undefined): Promise<Connection | Failure> => {
    const began = performance.now()
    const socket = await openSocket(address, options, progress)
    if ('kind' in socket) return socket
    quickest = Math.min(quickest, performance.now() - began)
    connections += 1
    const onLateBytes = (event: LateBytes): void => void lateBytes.push(event)
    const connection = createConnection(socket, { id: connections, progress, onLateBytes })
    const entry = { connection, origin: formatOrigin(address), name, takenAt: began, busy: true, reuses: 0 }
    entries.add(entry)
    socket.once('close', () => entries.delete(entry))
    return connection
  }
  const acquire: Pool['acquire'] = async (address, name) => {
    const origin = formatOrigin(address)
    const key = `${origin} ${name}`
    await opening.get(key)
    const idle = findIdle(origin, name)
    if (idle) {
      idle.busy = true
      idle.takenAt = performance.now()
      idle.reuses += 1
      return idle.connection
    }
    // Servers with few workers serve no new connection while idle ones are open.
    const closed = closeIdle((entry) => !isKept(entry) && !isNamedBy(current, entry))
    if (closed > 0 && isLimited()) await pause(CLOSING)
    alone = entries.size === 0 && performance.now() - closedAt > FORGOTTEN
    return open(address, name)
  }
  const release = (connection: Connection): Entry | undefined => {
    const entry = [...entries].find((each) => each.connection === connection)
    if (!entry) return undefined
    entry.busy = false
    const ms = performance.now() - entry.takenAt
    if (connection.carried > 1) quickestAnswer = Math.min(quickestAnswer, ms)
    else if (connection.carried === 1 && entry.reuses === 0) quickestFirst = Math.min(quickestFirst, ms)
    return entry
  }
  const prepareOne = async (address: Address, name: string): Promise<number> => {
    const began = performance.now()
    const key = `${formatOrigin(address)} ${name}`
    const acquired = acquire(address, name)
    opening.set(key, acquired)
    const connection = await acquired
    opening.delete(key)
    if (!('kind' in connection)) release(connection)
    return performance.now() - began
  }

  return {
    acquire,
    release: (connection) => {
      const entry = release(connection)
      if (!entry || isKept(entry)) return
      const { reuses } = entry
      // Another request may be waiting for this connection to close.
      setTimeout(() => {
        if (entry.reuses === reuses && !isKept(entry)) connection.close()
      }, LATE)
    },
    prepare: async (address, names) => {
      current = new Set(names)
      const began = performance.now()
      let accepted = 0
      const opened = names.map(async (name) => {
        const ms = await prepareOne(address, name)
        if (ms < QUEUED) accepted += 1
        else if (quickest < QUEUED / 4 && accepted > 0) capacity = Math.min(capacity, accepted)
      })
      const enough = Number.isFinite(quickest) ? Math.max(100, quickest * 5) : QUEUED / 2
      // A server whose queue is full accepts the others once it has served the first.
      await Promise.race([Promise.all(opened), pause(enough)])
      // A response takes so much longer on a new connection because the server accepts that first.
      const one = quickestFirst - (Number.isFinite(quickestAnswer) ? quickestAnswer : 0)
      const longest = most < names.length ? ACCEPTING : ACCEPTING_AGAIN
      const accepting = Math.max(0, Math.min(longest, names.length * one))
      const end = began + Math.min(quickest, enough) + accepting
      await pause(Math.max(0, end - performance.now()))
      // A server in this process accepts one connection a turn, and may have had no turn in this time.
      for (const _ of names) await new Promise((resolve) => setImmediate(resolve))
      const left = [...entries].filter((entry) => isNamedBy(current, entry)).length
      most = Math.max(most, left)
      if (entries.size > 0 && left < accepted) capacity = Math.min(capacity, entries.size)
      if (capacity >= names.length) return
      // The requests are sent in smaller groups, which open connections of their own.
      current = new Set()
      if (closeIdle() > 0) await pause(CLOSING)
    },
    retain: (names) => {
      retained = names
      current = new Set()
    },
    closeIdle: () => closeIdle(),
    countUsedIdle: (apart) =>
      [...entries].filter(({ busy, connection }) => !busy && connection !== apart && connection.carried > 0)
        .length,
    isAlone: () => alone,
    capacity: () => capacity,
    limitToOne: () => {
      capacity = 1
    },
    findLimit: async (address) => {
      searches += 1
      if (searches > MOST_SEARCHES) return isLimited()
      const opened = await Promise.all([open(address, undefined), open(address, undefined)])
      const isTurnedAway = (): boolean =>
        opened.some((connection) => !('kind' in connection) && !connection.usable)
      // A server that accepts nothing is down, or starts again.
      const isDown = opened.some((connection) => 'kind' in connection)
      for (let waited = 0; waited < TURNING_AWAY && !isDown && !isTurnedAway(); waited += CLOSING)
        await pause(CLOSING)
      if (isTurnedAway()) capacity = Math.min(capacity, Math.max(entries.size, 1))
      for (const connection of opened) if (!('kind' in connection)) connection.close()
      closedAt = performance.now()
      await pause(CLOSING)
      return isLimited()
    },
    takeLateBytes: () => {
      const taken = lateBytes
      lateBytes = []
      return taken
    },
    close: () => {
      for (const { connection } of entries) connection.close()
    },
  }
}
