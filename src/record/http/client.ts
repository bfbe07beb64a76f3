import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange, Failure, Field, Hop, Probe, Response } from '../../judge/exchange.ts'
import { mayGetToken } from '../../judge/exchange.ts'
import { fieldValues } from '../../judge/headerFields.ts'
import { createBytes } from './bytes.ts'
import type { Connection, LateBytes } from './connection.ts'
import { createConnections, type Delivery } from './connections.ts'
import { createPacer, type RequestRate } from './pacer.ts'
import { buildRequest, type UsualFields } from './request.ts'
import type { SocketOptions } from './socket.ts'
import { parseAddress, probeUrl } from './url.ts'

/** `timeout`: abort a request after this many milliseconds without data, or three times as many in total. */
type ClientOptions = SocketOptions &
  UsualFields & {
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
 * Milliseconds to wait for a response once a request got none: this, or a multiple of what the slowest response took. So a server that
 * hangs does not make the run long.
 */
const SHORT_TIMEOUT = 2_000
/** The same for a request of the kind that got none. */
const SHORTEST_TIMEOUT = 1_000
const USUAL_MULTIPLE = 4
/** After this many requests without a response, the multiple is smaller. */
const MANY = 8
const SMALLER_MULTIPLE = 1.5
const EXHAUSTED: Failure = { kind: 'stopped', message: 'the limit of requests was reached' }

export function createClient(options: ClientOptions): Client {
  const { signal, maxRequests = Infinity } = options
  const began = performance.now()
  const connections = createConnections(options)
  const pacer = createPacer(options)
  const share = createBodyStore(options.memory)
  let sent = 0
  let patience = options.patience
  let slowest = 0
  let timeouts = 0
  /** Kinds of requests of which one got no response. */
  const silent = new Set<string>()
  /** What sets those requests apart that were still refused with a 429 or a 5xx after a wait: they are not waited out again. */
  const refused = new Set<string>()
  /** Where requests with a valid token were redirected to. */
  const places = new Set<string>()
  /** Requests under way that are no retries. */
  const sending = new Set<Promise<unknown>>()
  // Sent together, retries would be throttled together.
  const retryInLine = createLine()
  const forwardInLine = createLine()
  let isClosed = false

  const chooseTimeout = (probe: Probe): number => {
    if (silent.size === 0) return options.timeout
    const shortest = silent.has(nameKind(probe)) ? SHORTEST_TIMEOUT : SHORT_TIMEOUT
    const multiple = timeouts < MANY ? USUAL_MULTIPLE : SMALLER_MULTIPLE
    return Math.min(options.timeout, Math.max(shortest, Math.round(multiple * slowest)))
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
      await pacer.waitUntilFree()
      sent += 1
      const start = performance.now()
      const how = { timeout: chooseTimeout(probe), ...(own && { own }) }
      const delivery = await connections.send(probe, address, bytes, how)
      const { connection, outcome } = delivery
      // If the server is gone, the connection that closed before is what this request brought about.
      if (closed && connection.id === 0) return { ...closed, bytes }
      if (connection.earlier > 0 && isIdleClose(outcome)) {
        closed = delivery
        continue
      }
      if ('response' in outcome) {
        // The first response of a server often takes longer than any other.
        if (sent > 1) slowest = Math.max(slowest, performance.now() - start)
        return { ...delivery, bytes, outcome: { ...outcome, response: share(outcome.response) } }
      }
      if (outcome.kind === 'timeout') {
        silent.add(nameKind(probe))
        timeouts += 1
      }
      return { ...delivery, bytes }
    }
  }
  const sendFirst: typeof sendOnce = async (...request) => {
    const delivery = sendOnce(...request)
    sending.add(delivery)
    return delivery.finally(() => sending.delete(delivery))
  }
  /** Waits until the request can be sent again. Resolves to the milliseconds; 0 for a response to keep. */
  const waitForRetry = async (probe: Probe, response: Response, tries: number): Promise<number> => {
    const unusual = listUnusual(probe)
    const wanted = chooseWait(response, tries, unusual.length > 0)
    if (wanted === 'none') {
      for (const part of unusual) refused.delete(part)
      pacer.accept()
      // Unusual requests may be refused before they count against the server's limit.
      if (unusual.length === 0) patience = options.patience
      return 0
    }
    const ms = unusual.some((part) => refused.has(part)) ? 0 : Math.min(wanted, patience)
    if (ms <= 0) {
      for (const part of unusual) refused.add(part)
      return 0
    }
    patience -= ms
    // A gateway may refuse an unusual request with a 503, however fast the others are.
    if (response.status === 429 || (unusual.length === 0 && asksToWait(response))) pacer.slowDown(ms)
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
    const startedAt = performance.now() - began
    let opened = own
    let hops: readonly Hop[] = []
    let waited: Exchange['waited'] = []
    let at = probeUrl(url, probe)
    for (let isRetry = false; ; ) {
      const from = opened
      const { bytes, connection, outcome } = await (isRetry
        ? retryInLine(() => sendOnce(probe, at, from))
        : sendFirst(probe, at, from))
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
      const { status, fields } = response
      const ms = await waitForRetry(probe, response, waited.length)
      isRetry = ms > 0
      if (isRetry) {
        waited = [...waited, { status, ms, retryAfter: fieldValues(fields, 'retry-after')[0] }]
        continue
      }
      const location = chooseRedirect(status, fields, at)
      if (location === undefined || hops.length >= MAX_HOPS || !mayFollow(probe, location))
        return { ...base, response }
      hops = [...hops, { status, from: at, location, request: bytes, response }]
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
  const forwardOnce: Forward = async (probe, url) => {
    const address = parseAddress(url)
    const request = buildRequest(probe, address, options)
    const startedAt = performance.now() - began
    const raw = createBytes(FORWARDED_LIMIT + MAX_FRAMING)
    let isWhole = true
    const { connection, outcome } = await connections.send(probe, address, request, {
      timeout: chooseTimeout(probe),
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
  const forward: Forward = async (probe, url) => {
    const first = await forwardOnce(probe, url)
    return isTurnedAway(first.exchange) && !isClosed ? forwardInLine(() => forwardOnce(probe, url)) : first
  }

  return {
    send: async (probe, url, attempt) => sendTurnedAway(await sendProbe(probe, url, attempt), url, 2),
    async sendTogether(probes, url, attempt) {
      const opened = await connections.openTogether(parseAddress(url), probes.length)
      const received = probes.map((probe, index) => sendProbe(probe, url, attempt, opened[index]))
      const all: Exchange[] = []
      for (const exchange of await Promise.all(received))
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

/** Runs one task after another. */
function createLine(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const result = last.then(task)
    last = result.catch(() => {})
    return result
  }
}

/**
 * Stores equal bodies once, so that a hundred copies of a list need the memory of one. A response gets an earlier body instead of an
 * equal one, and none once all distinct bodies need more than `memory` bytes.
 */
function createBodyStore(memory: number): (response: Response) => Response {
  const byLength = new Map<number, Buffer[]>()
  let kept = 0
  return (response) => {
    const { body } = response
    const alike = byLength.get(body.length) ?? []
    const earlier = alike.find((each) => each.equals(body))
    if (earlier) return { ...response, body: earlier }
    if (kept + body.length > memory) return { ...response, body: Buffer.alloc(0), cut: true }
    kept += body.length
    byLength.set(body.length, [...alike, body])
    return response
  }
}

/** A server may close an idle connection at any time (RFC 9112 section 9.5); that says nothing about the request. */
function isIdleClose(outcome: Delivery['outcome']): boolean {
  return 'kind' in outcome ? outcome.kind === 'empty' : outcome.response.status === 408
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
function listUnusual(probe: Probe): string[] {
  if (!isUserRequest(probe)) return ['no valid token']
  const { method, fields = [], httpVersion } = probe
  const names = fields.map(([name]) => name.toLowerCase())
  return [
    ...(method === 'GET' ? [] : [method]),
    ...(httpVersion === undefined ? [] : [httpVersion]),
    ...names,
  ]
}

const MAX_RETRIES = 3
/** Milliseconds before the first retry without Retry-After. */
const FIRST_WAIT = 250
/** Milliseconds to wait at most: if the server throttles, if it is unavailable, and if it may only refuse an unusual request. */
const LONGEST_WAIT = { throttled: 120_000, unavailable: 5_000, unusual: 1_000 }

/** Milliseconds to wait before a retry; 0 for no more retry, `none` for a response that needs none. */
export function chooseWait({ status, fields }: Response, tries: number, isUnusual: boolean): number | 'none' {
  if (status !== 429 && status !== 502 && status !== 503 && status !== 504) return 'none'
  if (tries >= MAX_RETRIES) return 0
  const [after = ''] = fieldValues(fields, 'retry-after')
  const seconds = /^\d{1,6}$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1000
  const ms = Number.isFinite(seconds) ? Math.max(seconds * 1000, 1) : FIRST_WAIT * 2 ** tries
  return Math.min(ms, LONGEST_WAIT[status === 429 ? 'throttled' : isUnusual ? 'unusual' : 'unavailable'])
}

/** Whether the server says when to come back. A gateway that cannot reach its server does not. */
function asksToWait({ fields }: Response): boolean {
  return fieldValues(fields, 'retry-after').length > 0
}

/** Where to follow a redirect with the token. */
export function chooseRedirect(status: number, fields: readonly Field[], from: string): string | undefined {
  const [location] = fieldValues(fields, 'location')
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined
  if (!URL.canParse(location, from)) return undefined
  const target = new URL(location, from)
  target.hash = ''
  return mayGetToken(target, new URL(from)) ? target.href : undefined
}
