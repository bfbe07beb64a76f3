import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange, Failure, Field, Hop, Probe } from '../exchange.ts'
import { buildRequest } from './buildRequest.ts'
import { type Connection, createConnection } from './connection.ts'
import { chooseRedirect, chooseWait, isIdleClose, isThrottled, RETRYING, RETRYING_AUTO } from './followUps.ts'
import type { LateBytes } from './lateBytes.ts'
import { createPacer, type RequestRate } from './pacer.ts'
import type { Resolution } from './resolution.ts'
import { fieldValues } from './responseHead.ts'
import { createSharing } from './sharing.ts'
import { openSocket } from './socket.ts'
import { type Address, parseAddress, probeUrl } from './url.ts'

export type ClientOptions = {
  /** Abort a request after this many milliseconds without data, or three times as many in total. */
  timeout: number
  /** Headers for every request. */
  fields: readonly Field[]
  userAgent: string
  /** Addresses to use in place of those that DNS returns. */
  resolutions: readonly Resolution[]
  /** Undefined for no limit. */
  rate?: RequestRate | undefined
  /** Called when a rate of `auto` slows down, with the new number of requests per second. */
  onSlowDown?: ((rate: number) => void) | undefined
  /** Bytes to keep of one body, and of all distinct bodies together. */
  bodyLimit: number
  memory: number
  /**
   * Milliseconds to spend waiting for throttling servers, all requests together. With a rate of `auto`, the count begins again
   * whenever the server accepts a request.
   */
  patience: number
  /** Ends all waiting. To end requests under way too, close the client. */
  signal?: AbortSignal | undefined
}

export type Client = {
  /** Sends a probe to the operation's address. A failure of the server is a value; rejects only when aborted. */
  send: (probe: Probe, url: string, attempt: number) => Promise<Exchange>
  /** Opens the connection that a probe names, so that probes that are sent at once arrive at once. */
  prepare: (probe: Probe, url: string) => Promise<void>
  /** How many requests were sent, redirects and retries included. */
  sent: () => number
  /** What arrived after complete responses since the last call. */
  takeLateBytes: () => LateBytes[]
  close: () => void
}

const HEAD_LIMIT = 256 * 1024
const MAX_HOPS = 5

/** Creates an HTTP/1.1 client that keeps raw bytes: it decodes nothing, and follows only redirects that are safe with a token. */
export function createClient(options: ClientOptions): Client {
  const named = new Map<string, Connection>()
  const idle = new Map<string, Connection[]>()
  const opened = new Set<Connection>()
  const { share, longest } = createSharing(options.memory)
  const began = performance.now()
  let lateBytes: LateBytes[] = []
  let connections = 0
  let sent = 0
  let { patience } = options
  const retrying = options.rate === 'auto' ? RETRYING_AUTO : RETRYING
  const pacer = createPacer(options)
  let retries: Promise<unknown> = Promise.resolve()
  let throttlesUnauthenticated = false
  /** Where requests with a valid token were redirected to. */
  const places = new Set<string>()

  const open = async (address: Address): Promise<Connection | Failure> => {
    const socket = await openSocket(address, options)
    if ('kind' in socket) return socket
    connections += 1
    const connection = createConnection(socket, connections, (event) => lateBytes.push(event))
    opened.add(connection)
    socket.once('close', () => opened.delete(connection))
    return connection
  }
  const acquire = async (address: Address, name: string | undefined): Promise<Connection | Failure> => {
    const key = `${formatOrigin(address)} ${name}`
    const existing = name === undefined ? idle.get(formatOrigin(address))?.pop() : named.get(key)
    if (existing?.usable) return existing
    const fresh = await open(address)
    if (name !== undefined && !('kind' in fresh)) named.set(key, fresh)
    return fresh
  }
  const release = (connection: Connection, address: Address): void => {
    const origin = formatOrigin(address)
    idle.set(origin, [...(idle.get(origin) ?? []), connection])
  }

  const sendOnce = async (probe: Probe, url: string) => {
    const address = parseAddress(url)
    const bytes = buildRequest(probe, address, options)
    const timing = { silence: options.timeout, total: options.timeout * 3 }
    for (;;) {
      await pacer.waitForTurn()
      const carrier = await acquire(address, probe.connection)
      options.signal?.throwIfAborted()
      if ('kind' in carrier) return { bytes, connection: { id: 0, earlier: 0 }, outcome: carrier }
      const earlier = carrier.carried
      sent += 1
      const limits = { head: HEAD_LIMIT, body: options.bodyLimit, known: longest() }
      const outcome = await carrier.send(bytes, probe.method, timing, limits)
      // What an abort cut off says nothing about the server.
      options.signal?.throwIfAborted()
      if (carrier.usable && probe.connection === undefined) release(carrier, address)
      if (earlier > 0 && isIdleClose(outcome)) continue
      return {
        bytes,
        connection: { id: carrier.id, earlier },
        outcome: 'kind' in outcome ? outcome : { ...outcome, response: share(outcome.response) },
      }
    }
  }

  /** Retries one request at a time: sent together, they would be throttled together. */
  const retry = (probe: Probe, url: string, ms: number) => {
    const turn = retries.then(async () => {
      await pause(ms, undefined, { signal: options.signal })
      return sendOnce(probe, url)
    })
    retries = turn.catch(() => {})
    return turn
  }

  const send: Client['send'] = async (probe, url, attempt) => {
    let hops: readonly Hop[] = []
    let waited: Exchange['waited'] = []
    const startedAt = performance.now() - began
    const isUnauthenticated = !['valid', 'other'].includes(probe.credential.kind)
    let at = probeUrl(url, probe)
    let wait = 0
    for (;;) {
      const { bytes, connection, outcome } = await (wait > 0 ? retry(probe, at, wait) : sendOnce(probe, at))
      const durationMs = performance.now() - began - startedAt
      const exchange = {
        probe,
        attempt,
        connection,
        url: at,
        request: bytes,
        startedAt,
        durationMs,
        hops,
        waited,
      }
      if ('kind' in outcome) return { ...exchange, failure: outcome }
      const { response } = outcome
      const chosen = chooseWait(response, waited.length, retrying)
      if (chosen === 0) {
        pacer.accept()
        if (options.rate === 'auto') patience = options.patience
      }
      wait = Math.min(chosen, patience)
      if (wait > 0 && waited.length < retrying.most && !(isUnauthenticated && throttlesUnauthenticated)) {
        patience -= wait
        if (isThrottled(response)) pacer.slowDown(wait)
        const [retryAfter] = fieldValues(response.fields, 'retry-after')
        waited = [...waited, { status: response.status, ms: wait, retryAfter }]
        continue
      }
      // Throttling unauthenticated requests counts as refusing them; don't wait it out again.
      if (wait > 0 && isUnauthenticated) throttlesUnauthenticated = true
      wait = 0
      const location = chooseRedirect(response.status, response.fields, at)
      const place = location?.replace(/\?.*/s, '')
      // A request without a valid token may be sent to a login page, which is not the operation's address.
      const isKnown = place !== undefined && places.has(place)
      if (location === undefined || hops.length >= MAX_HOPS || (isUnauthenticated && !isKnown))
        return { ...exchange, response }
      if (place !== undefined && !isUnauthenticated) places.add(place)
      hops = [...hops, { status: response.status, from: at, location }]
      at = location
    }
  }

  return {
    send,
    prepare: async (probe, url) => {
      if (probe.connection !== undefined) await acquire(parseAddress(url), probe.connection)
    },
    sent: () => sent,
    takeLateBytes: () => {
      const taken = lateBytes
      lateBytes = []
      return taken
    },
    close: () => {
      for (const connection of opened) connection.close()
    },
  }
}

function formatOrigin({ protocol, host }: Address): string {
  return `${protocol}//${host}`
}
