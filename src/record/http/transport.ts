import { setTimeout as pause } from 'node:timers/promises'
import { type Exchange, type Failure, isBadLimit, type Probe } from '../../judge/exchange.ts'
import type { Address } from '../../judge/url.ts'
import type { Connection } from './connections/connection.ts'
import { createPool } from './connections/createPool.ts'
import type { Pool } from './connections/pool.ts'
import type { SocketOptions } from './connections/socket.ts'
import { isIdleClose } from './followUps.ts'
import type { WholeResponse } from './responseReader.ts'
import { createSharing } from './sharing.ts'

type TransportOptions = SocketOptions & {
  /** Resolves when the next request may be sent. */
  waitForTurn: () => Promise<void>
  bodyLimit: number
  memory: number
  /** Sends no more requests than this, apart from forwarded ones. */
  most?: number
}

/** What a request received, and on which connection. */
type Delivery = { connection: Exchange['connection']; outcome: WholeResponse | Failure }

/** How to forward a request: the most bytes of a body, and what returns the listener for the bytes of a response. */
type Forwarding = { bodyLimit: number; startBytes: () => (bytes: Buffer) => void }

/** `closed`: what the request received before, if that was a close. */
type SendOptions = { isInLine?: boolean; forwarding?: Forwarding | undefined; closed?: Delivery | undefined }

/** Sends requests on the connections of a pool, and finds out how many the server serves at once. */
export type Transport = {
  /** Sends the bytes on the connection that the probe names. Sends them again if an idle connection turns out to be closed. */
  send: (probe: Probe, address: Address, bytes: Buffer) => Promise<Delivery>
  /** Sends the bytes for an engine, which keeps its own pace. */
  forward: (probe: Probe, address: Address, bytes: Buffer, forwarding: Forwarding) => Promise<Delivery>
  /** How many requests were sent, apart from forwarded ones. */
  sent: () => number
  pool: Pool
}

const HEAD_LIMIT = 256 * 1024
/** Milliseconds without a response after which a server may be waiting for an idle connection to close. */
const BUSY = 500
/** Milliseconds for a server with a single worker to see that a connection was closed. */
const MAKING_ROOM = 25
/** So many different requests of one kind without a response are no chance. */
const KNOWN_SILENT = 3
/** Milliseconds to wait for a response to others of that kind. */
const SHORTEST = 1_000
/** Give up after a server has closed this many connections without a response to a request. */
const MOST_TURNED_AWAY = 5

const NONE = { id: 0, earlier: 0 }
const EXHAUSTED: Failure = { kind: 'stopped', message: 'the limit of requests was reached' }

export function createTransport(options: TransportOptions): Transport {
  const progress = { at: performance.now() }
  const pool = createPool(progress, options)
  const { share, longest } = createSharing(options.memory)
  let sent = 0
  let underWay = 0
  let slowest = 0
  /** The most idle connections beside which the server answered. */
  let servedBeside = 0
  /** How often a response came only when idle connections were closed. */
  let waits = 0
  let line: Promise<unknown> = Promise.resolve()
  let search: Promise<boolean> | undefined

  /** The ids of the probes that got no response in time, by what they have in common. */
  const silent = new Map<string, Set<string>>()

  const noteSilence = (probe: Probe): void => {
    const kind = nameKind(probe)
    silent.set(kind, (silent.get(kind) ?? new Set()).add(probe.id))
  }
  /** Milliseconds to wait for a response. Fewer if it is clear that requests of this kind get none. */
  const chooseTimeout = (probe: Probe): number => {
    const isKnown = (silent.get(nameKind(probe))?.size ?? 0) >= KNOWN_SILENT && !mayBeSlow(probe)
    return isKnown ? Math.min(options.timeout, Math.max(SHORTEST, Math.round(10 * slowest))) : options.timeout
  }
  /** Runs one task after another. */
  const waitInLine = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const turn = line.then(task)
    line = turn.catch(() => {})
    return turn
  }
  /** Whether the server closes connections because others are open. Finds out when no request is under way. */
  const hasLimit = async (address: Address): Promise<boolean> => {
    if (Number.isFinite(pool.capacity())) return true
    search ??= (async () => {
      while (underWay > 0) await pause(MAKING_ROOM, undefined, { signal: options.signal })
      return pool.findLimit(address)
    })()
    try {
      return await search
    } finally {
      search = undefined
    }
  }

  const send = async (
    probe: Probe,
    address: Address,
    bytes: Buffer,
    { isInLine = false, forwarding, closed: before }: SendOptions,
  ): Promise<Delivery> => {
    const silence = forwarding ? options.timeout : chooseTimeout(probe)
    const timing = { silence, total: silence * 3 }
    let turnedAway = 0
    let closed = before
    for (;;) {
      if (!forwarding && sent >= (options.most ?? Infinity))
        return closed ?? { connection: NONE, outcome: EXHAUSTED }
      if (!forwarding) await options.waitForTurn()
      const carrier = await pool.acquire(address, probe.connection)
      options.signal?.throwIfAborted()
      // If the server is gone, the connection that closed before is what this request brought about.
      if ('kind' in carrier) return closed ?? { connection: NONE, outcome: carrier }
      const earlier = carrier.carried
      const alone = pool.isAlone()
      const { bodyLimit } = forwarding ?? options
      const limits = { head: HEAD_LIMIT, body: bodyLimit, known: longest() }
      const watch = makeRoom(carrier)
      if (!forwarding) sent += 1
      underWay += 1
      const outcome = await carrier
        .send(bytes, probe.method, timing, limits, forwarding?.startBytes())
        .finally(() => {
          underWay -= 1
        })
      watch.end(outcome)
      pool.release(carrier)
      // What an abort cut off says nothing about the server.
      options.signal?.throwIfAborted()
      if ('kind' in outcome && outcome.kind === 'timeout' && !forwarding) noteSilence(probe)
      if ('kind' in outcome) closed = { connection: { id: carrier.id, earlier }, outcome }
      if (earlier > 0 && isIdleClose(outcome)) continue
      // A server that accepts few connections closes every other one.
      const mayBeTurnedAway = earlier === 0 && !alone && turnedAway < MOST_TURNED_AWAY && isIdleClose(outcome)
      if (mayBeTurnedAway && (await hasLimit(address))) {
        if (!isInLine)
          return waitInLine(() => send(probe, address, bytes, { isInLine: true, forwarding, closed }))
        turnedAway += 1
        pool.closeIdle()
        await pause(MAKING_ROOM * 2 ** turnedAway, undefined, { signal: options.signal })
        continue
      }
      return {
        connection: { id: carrier.id, earlier },
        outcome:
          'kind' in outcome || forwarding ? outcome : { ...outcome, response: share(outcome.response) },
      }
    }
  }
  /** Closes the idle connections if a response takes long: a server with a single worker may be waiting for their requests. */
  const makeRoom = (carrier: Connection): { end: (outcome: WholeResponse | Failure) => void } => {
    const began = performance.now()
    const idle = pool.countUsedIdle(carrier)
    let closedIdle = 0
    let closedAt: number | undefined
    const timer = setTimeout(
      () => {
        closedIdle = pool.countUsedIdle(carrier)
        if (pool.closeIdle() > 0) closedAt = performance.now()
      },
      Math.min(Math.max(BUSY, slowest * 3), options.timeout / 2),
    )
    return {
      end: (outcome) => {
        clearTimeout(timer)
        const now = performance.now()
        if ('kind' in outcome) return
        // A server that was quick beside as many idle connections before was only slow this time.
        const isCause = closedAt !== undefined && now - closedAt < BUSY && closedIdle > servedBeside
        if (isCause) waits += 1
        // Once, it may have been slow for another reason.
        if (isCause && waits > 1) pool.limitToOne()
        if (!isCause) slowest = Math.max(slowest, now - began)
        if (closedAt === undefined)
          servedBeside = Math.max(servedBeside, Math.min(idle, pool.countUsedIdle(carrier)))
      },
    }
  }

  return {
    send: (probe, address, bytes) => send(probe, address, bytes, {}),
    forward: (probe, address, bytes, forwarding) => send(probe, address, bytes, { forwarding }),
    sent: () => sent,
    pool,
  }
}

/** What a server may tell requests apart by, when it answers some and not others. */
function nameKind({ method, limit, credential }: Probe): string {
  return [method, limit, credential.kind].join(' ')
}

/** Whether the response may be a list of plants. */
function mayBeSlow(probe: Probe): boolean {
  const { method, credential } = probe
  const isValid = credential.kind === 'valid' || credential.kind === 'other'
  return method === 'GET' && isValid && !isBadLimit(probe)
}
