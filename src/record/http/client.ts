import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange, Failure, Field, Hop, Probe } from '../../judge/exchange.ts'
import { fieldValues } from '../../judge/headerFields.ts'
import { parseAddress, probeUrl } from '../../judge/url.ts'
import { buildRequest } from './buildRequest.ts'
import { createBodyBytes } from './bytes.ts'
import type { Connection, LateBytes } from './connection.ts'
import { createConnections, type Delivery } from './connections.ts'
import { chooseRedirect, chooseWait, isIdleClose, isThrottled } from './followUps.ts'
import { createPacer, type RequestRate } from './pacer.ts'
import { createSharing } from './sharing.ts'
import type { SocketOptions } from './socket.ts'

/** `timeout`: abort a request after this many milliseconds without data, or three times as many in total. */
type ClientOptions = SocketOptions & {
  /** Headers for every request. */
  fields: readonly Field[]
  userAgent: string
  rate?: RequestRate | undefined
  /** Called when the server wants fewer requests, with the new number of requests per second. */
  onSlowDown?: ((rate: number) => void) | undefined
  /** Bytes to keep of one body, and of all distinct bodies together. */
  bodyLimit: number
  memory: number
  /** Milliseconds to wait for a server that throttles, until it accepts a request again. */
  patience: number
  /** Sends no more requests than this, redirects and retries included. No limit by default. */
  maxRequests?: number
}

/** Sends requests. A failure of the server is a value; everything rejects only when aborted. */
export type Client = {
  /** Sends a probe to the operation's address. */
  send: (probe: Probe, url: string, attempt: number) => Promise<Exchange>
  /** Sends several at the same time, each on a connection of its own. */
  sendTogether: (probes: readonly Probe[], url: string, attempt: number) => Promise<Exchange[]>
  forward: Forward
  /** Sends a probe that is not part of the plan: it does not count, follows no redirect and waits for no retry. */
  ask: (probe: Probe, url: string) => Promise<Exchange>
  /** How many requests were sent, redirects and retries included, but not forwarded ones. */
  sent: () => number
  /** What arrived after complete responses since the last call. */
  takeLateBytes: () => LateBytes[]
  /** Ends all connections. */
  close: () => void
}

/** Sends a probe again for an engine. Follows no redirect and waits for no retry. */
export type Forward = (
  probe: Probe,
  url: string,
) => Promise<{
  exchange: Exchange
  /** The bytes of the response as received, interim responses included. Empty without a response. */
  bytes: Buffer
}>

/** Bytes of a forwarded body. Prism and Dredd need a hundred times as much memory. */
export const FORWARDED_LIMIT = 2 ** 20
/** Bytes of heads and chunk sizes, besides those of the body. */
const MAX_FRAMING = 2 ** 20
const MAX_HOPS = 5
/** How often a request is sent again to a server that closes connections because it has too many. */
const MAX_TURNED_AWAY = 4
/** Milliseconds for a server to notice that a connection was closed, the first time. */
const NOTICING = 25
/**
 * Milliseconds to wait for a response once a request got none: this, or a multiple of what responses take. So a server that hangs does
 * not make the run long.
 */
const SHORT_TIMEOUT = 2_000
/** The same for a request of the kind that got none. */
const SHORTEST_TIMEOUT = 1_000
const USUAL_MULTIPLE = 10
const EXHAUSTED: Failure = { kind: 'stopped', message: 'the limit of requests was reached' }

export function createClient(options: ClientOptions): Client {
  const { signal, maxRequests = Infinity } = options
  const began = performance.now()
  const connections = createConnections(options)
  const pacer = createPacer(options)
  const { share } = createSharing(options.memory)
  let sent = 0
  let patience = options.patience
  let slowest = 0
  /** Kinds of requests of which one got no response. */
  const silent = new Set<string>()
  /** What sets those requests apart that were still refused with a 429 or a 5xx after a wait: they are not waited out again. */
  const refused = new Set<string>()
  /** Where requests with a valid token were redirected to. */
  const places = new Set<string>()
  let retries: Promise<unknown> = Promise.resolve()
  /** Requests under way that are no retries. */
  const sending = new Set<Promise<unknown>>()
  let line: Promise<unknown> = Promise.resolve()

  const chooseTimeout = (probe: Probe): number => {
    if (silent.size === 0) return options.timeout
    const shortest = silent.has(nameKind(probe)) ? SHORTEST_TIMEOUT : SHORT_TIMEOUT
    return Math.min(options.timeout, Math.max(shortest, Math.round(USUAL_MULTIPLE * slowest)))
  }

  /** Sends one request, and again if an idle connection turns out to be closed, which says nothing about the request. */
  const sendOnce = async (
    probe: Probe,
    url: string,
    opened?: Promise<Connection | Failure> | true,
  ): Promise<Delivery & { bytes: Buffer }> => {
    const address = parseAddress(url)
    const bytes = buildRequest(probe, address, options)
    let closed: Delivery | undefined
    for (let own = opened; ; own &&= true) {
      if (sent >= maxRequests) return { bytes, connection: { id: 0, earlier: 0 }, outcome: EXHAUSTED }
      await pacer.waitForTurn()
      sent += 1
      const start = performance.now()
      const sending = { timeout: chooseTimeout(probe), ...(own && { own }) }
      const delivery = await connections.send(probe, address, bytes, sending)
      const { connection, outcome } = delivery
      // If the server is gone, the connection that closed before is what this request brought about.
      if (closed && connection.id === 0) return { ...closed, bytes }
      if (connection.earlier > 0 && isIdleClose(outcome)) {
        closed = delivery
        continue
      }
      if ('response' in outcome) {
        slowest = Math.max(slowest, performance.now() - start)
        return { ...delivery, bytes, outcome: { ...outcome, response: share(outcome.response) } }
      }
      if (outcome.kind === 'timeout') silent.add(nameKind(probe))
      return { ...delivery, bytes }
    }
  }
  /** Retries one request at a time, after those that are sent together: sent together, they would be throttled together. */
  const retry: typeof sendOnce = (...request) => {
    const turn = retries.then(() => sendOnce(...request))
    retries = turn.catch(() => {})
    return turn
  }
  const sendFirst: typeof sendOnce = async (...request) => {
    const delivery = sendOnce(...request)
    sending.add(delivery)
    return delivery.finally(() => sending.delete(delivery))
  }
  /** Milliseconds until the request is sent again. 0 for a response to keep. */
  const wait = async (probe: Probe, exchange: Exchange): Promise<number> => {
    const { response, waited } = exchange
    if (!response) return 0
    const kinds = listKinds(probe)
    const wanted = chooseWait(response, waited.length, kinds.length > 0)
    if (wanted === 'none') {
      for (const kind of kinds) refused.delete(kind)
      pacer.accept()
      // Unusual requests may be refused before they count against the server's limit.
      if (kinds.length === 0) patience = options.patience
      return 0
    }
    const ms = Math.min(wanted, patience)
    if (ms <= 0 || kinds.some((kind) => refused.has(kind))) {
      for (const kind of kinds) refused.add(kind)
      return 0
    }
    patience -= ms
    if (isThrottled(response)) pacer.slowDown(ms)
    await Promise.allSettled(sending)
    await pause(ms, undefined, { signal })
    return ms
  }

  /** Sends a probe, follows its redirects and waits for its retries. */
  const sendProbe = async (
    probe: Probe,
    url: string,
    attempt: number,
    own?: Promise<Connection | Failure> | true,
  ): Promise<Exchange> => {
    let opened = own
    let hops: readonly Hop[] = []
    let waited: Exchange['waited'] = []
    const startedAt = performance.now() - began
    let at = probeUrl(url, probe)
    let isRetry = false
    for (;;) {
      const send = isRetry ? retry : sendFirst
      const { bytes, connection, outcome } = await send(probe, at, opened)
      opened &&= true
      const durationMs = performance.now() - began - startedAt
      const base = {
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
      if ('kind' in outcome) return { ...base, failure: outcome }
      const { response } = outcome
      const ms = await wait(probe, { ...base, response })
      isRetry = ms > 0
      if (isRetry) {
        const [retryAfter] = fieldValues(response.fields, 'retry-after')
        waited = [...waited, { status: response.status, ms, retryAfter }]
        continue
      }
      const location = chooseRedirect(response.status, response.fields, at)
      if (location === undefined || hops.length >= MAX_HOPS || !mayFollow(probe, location))
        return { ...base, response }
      hops = [...hops, { status: response.status, from: at, location, request: bytes, response }]
      at = location
    }
  }
  /** A request without a valid token may be sent to a login page, which is not the operation's address. */
  const mayFollow = (probe: Probe, location: string): boolean => {
    const place = location.replace(/\?.*/s, '')
    if (!isUserRequest(probe)) return places.has(place)
    places.add(place)
    return true
  }
  /** Sends a request again whose new connection was closed, if the server does that because others are open. */
  const sendTurnedAway = async (exchange: Exchange, url: string, count: number): Promise<Exchange> => {
    let latest = exchange
    for (let times = 0; times < MAX_TURNED_AWAY && isTurnedAway(latest); times++) {
      if (!(await connections.hasLimit(parseAddress(url), count))) return latest
      await pause(NOTICING * 2 ** times, undefined, { signal })
      latest = await sendProbe(exchange.probe, url, exchange.attempt, true)
      // If the server is gone, the connection that closed before is what this request brought about.
      if (latest.connection.id === 0) return exchange
    }
    return latest
  }

  let isClosed = false
  const forwardOnce: Forward = async (probe, url) => {
    const address = parseAddress(url)
    const request = buildRequest(probe, address, options)
    const startedAt = performance.now() - began
    const raw = createBodyBytes(FORWARDED_LIMIT + MAX_FRAMING)
    let isWhole = true
    const { connection, outcome } = await connections.send(probe, address, request, {
      timeout: options.timeout,
      bodyLimit: FORWARDED_LIMIT,
      own: true,
      onBytes: (bytes) => {
        isWhole = raw.add(bytes) && isWhole
      },
    })
    const durationMs = performance.now() - began - startedAt
    const base = { probe, attempt: 1, connection, url, request, startedAt, durationMs, hops: [], waited: [] }
    if ('kind' in outcome) return { exchange: { ...base, failure: outcome }, bytes: Buffer.alloc(0) }
    const response = { ...outcome.response, cut: outcome.response.cut || !isWhole }
    return { exchange: { ...base, response }, bytes: raw.all() }
  }
  /** A server that has too many connections closes some. Those requests are sent again one by one. */
  const forward: Forward = async (...request) => {
    const first = await forwardOnce(...request)
    if (!isTurnedAway(first.exchange) || isClosed) return first
    const again = line.then(() => forwardOnce(...request))
    line = again.catch(() => {})
    return again
  }

  return {
    send: async (probe, url, attempt) => sendTurnedAway(await sendProbe(probe, url, attempt), url, 2),
    async sendTogether(probes, url, attempt) {
      const opened = await connections.openTogether(parseAddress(url), probes.length)
      const sending = probes.map((probe, index) => sendProbe(probe, url, attempt, opened[index]))
      const all: Exchange[] = []
      for (const exchange of await Promise.all(sending))
        all.push(await sendTurnedAway(exchange, url, probes.length))
      return all
    },
    forward,
    ask: async (probe, url) => (await forward(probe, url)).exchange,
    sent: () => sent,
    takeLateBytes: connections.takeLateBytes,
    close() {
      isClosed = true
      connections.close()
    },
  }
}

/** Whether the server closed a new connection without a byte. */
function isTurnedAway({ connection, failure }: Exchange): boolean {
  return connection.id > 0 && connection.earlier === 0 && failure?.kind === 'empty'
}

function isUserRequest({ credential }: Probe): boolean {
  return credential.kind === 'valid' || credential.kind === 'other'
}

/** What a server may tell requests apart by, when it answers some and not others. */
function nameKind(probe: Probe): string {
  return [probe.method, probe.limit, probe.credential.kind].join(' ')
}

/** What sets a request apart from the documented one, so that a gateway may refuse it with a 503. */
function listKinds(probe: Probe): string[] {
  if (!isUserRequest(probe)) return ['no valid token']
  const { method, fields = [], httpVersion } = probe
  const names = fields.map(([name]) => name.toLowerCase())
  return [
    ...(method === 'GET' ? [] : [method]),
    ...(httpVersion === undefined ? [] : [httpVersion]),
    ...names,
  ]
}
