import { decodeContent, listCodings } from '../../judge/body/decode.ts'
import type { Exchange, Failure, Field, Hop, Probe, Response } from '../../judge/exchange.ts'
import { fieldValues, isUserRequest, mayGetToken } from '../../judge/exchange.ts'
import { type Bounds, createBytes } from './bytes.ts'
import { createConnections, type Delivery, type Own } from './connections.ts'
import { createPace, type PaceOptions } from './pace.ts'
import { buildRequest, type UsualFields } from './request.ts'
import type { SocketOptions } from './socket.ts'
import { parseAddress, probeUrl } from './url.ts'

/** `timeout`: the maximum number of milliseconds without data. In total, a response may take three times as long. */
type ClientOptions = SocketOptions &
  UsualFields &
  PaceOptions & {
    /** The maximum number of bytes to keep of one body, and of all distinct bodies together. */
    bodyLimit: number
    memory: number
    /** The maximum number of requests, including redirects and retries. No maximum by default. */
    maxRequests?: number
  }

export type Client = ReturnType<typeof createClient>

/** The maximum number of bytes in a forwarded response in addition to its body, such as the bytes of its head. */
const MAX_FRAMING = 2 ** 20
const MAX_HOPS = 5
/** The maximum number of bytes of all distinct bodies in a transcript. */
export const BODIES_LIMIT = 48 * 2 ** 20
/**
 * Once a request has timed out, later requests get this timeout (in milliseconds), so that the run does not become long. For a slow server,
 * the timeout is longer: a multiple of the time of a slow response, but not of the slowest, because one response must not slow down the run.
 */
const SHORT_TIMEOUT = 2_000
/** Like SHORT_TIMEOUT, but for a request of a kind that has already timed out. */
const SHORTEST_TIMEOUT = 1_000
/** The minimum for SHORT_TIMEOUT and SHORTEST_TIMEOUT, which become shorter as more requests time out. */
const LEAST_TIMEOUT = 200
const FEW = 3
/** The timeout as a multiple of the time of a slow response, and the share of responses that are faster than a slow response. */
const [MULTIPLE, SLOW] = [3, 0.9]
/** The client always reads a body of up to this many bytes, no matter how many other bodies it is reading. */
const SHORT_BODY = 2 ** 22
/** The bytes of memory for each character and each line of a head, because the client splits the head into lines and fields. */
const [CHARACTER, LINE] = [2, 200]
const EXHAUSTED: Failure = { kind: 'stopped', message: 'the maximum number of requests was reached' }

/** Creates the client that sends requests. A request resolves to an exchange, with a `failure` if the server fails, or rejects on abort. */
export function createClient(options: ClientOptions) {
  const { maxRequests = Infinity } = options
  const began = performance.now()
  const connections = createConnections(options)
  const pace = createPace(options)
  const bodies = createBodyStore(options)
  let sent = 0
  const times: number[] = []
  /** The kinds of the requests that timed out. */
  const silent: string[] = []
  /** The URLs to which requests with a valid token were redirected. */
  const places = new Set<string>()
  /** Requests under way. */
  const sending = new Set<Promise<unknown>>()
  /** The end of the latest retry: throttled requests are sent again one at a time. */
  let retried: Promise<unknown> = Promise.resolve()

  const chooseTimeout = (probe: Probe): number => {
    if (silent.length === 0) return options.timeout
    const shortest = silent.includes(nameKind(probe)) ? SHORTEST_TIMEOUT : SHORT_TIMEOUT
    // The more requests have timed out, the less time each further request gets.
    const least = Math.max(LEAST_TIMEOUT, (shortest * FEW) / Math.max(FEW, silent.length))
    const slow = times.sort((one, other) => one - other)[Math.floor(SLOW * (times.length - 1))] ?? 0
    return Math.min(options.timeout, Math.round(Math.max(least, MULTIPLE * slow)))
  }
  /** Sends one request. If the server closed the idle connection before the request arrived, sends the request again. */
  const sendOnce = async (probe: Probe, url: string, opened: Own): Promise<Delivery & { bytes: Buffer }> => {
    const address = parseAddress(url)
    const bytes = buildRequest(probe, address, options)
    let closed: Delivery | undefined
    for (let own = opened; ; own &&= true) {
      if (sent >= maxRequests) return { bytes, connection: { id: 0, earlier: 0 }, outcome: EXHAUSTED }
      await pace.waitUntilFree()
      sent += 1
      const start = performance.now()
      const how = { timeout: chooseTimeout(probe), body: bodies.bounds(sending.size), own }
      const underWay = connections.send(probe, address, bytes, how)
      sending.add(underWay)
      const delivery = await underWay.finally(() => sending.delete(underWay))
      const { connection, outcome } = delivery
      // If no new connection opens, the server is down, so idleness is not why the first connection closed.
      if (closed && connection.id === 0) return { ...closed, bytes }
      if (connection.earlier > 0 && isIdleClose(outcome)) {
        closed = delivery
        continue
      }
      if ('response' in outcome) {
        // Ignore the first response of a server, which often takes longer than later responses.
        if (sent > 1) times.push(performance.now() - start)
        return { ...delivery, bytes, outcome: { ...outcome, response: bodies.share(outcome.response) } }
      }
      if (outcome.kind === 'timeout') silent.push(nameKind(probe))
      return { ...delivery, bytes }
    }
  }
  /** Sends a probe, follows redirects, and sends the probe again later if the server throttles it. */
  const sendProbe = async (probe: Probe, operation: string, attempt: number, own: Own): Promise<Exchange> => {
    const startedAt = performance.now() - began
    let opened = own
    let hops: readonly Hop[] = []
    let waited: Exchange['waited'] = []
    let url = probeUrl(operation, probe)
    for (let isRetry = false; ; ) {
      const from = opened
      const delivering = isRetry ? retried.then(() => sendOnce(probe, url, from)) : sendOnce(probe, url, from)
      if (isRetry) retried = delivering.catch(() => {})
      const { bytes, connection, outcome } = await delivering
      opened &&= true
      const durationMs = performance.now() - began - startedAt
      const base = { probe, attempt, connection, url, request: bytes, startedAt, durationMs, hops, waited }
      if ('kind' in outcome) return { ...base, failure: outcome }
      const { status, fields } = outcome.response
      const ms = await pace.waitForRetry(probe, outcome.response, waited.length, sending)
      isRetry = ms > 0
      if (isRetry) {
        waited = [...waited, { status, ms, retryAfter: fieldValues(fields, 'retry-after')[0] }]
        continue
      }
      const location = chooseRedirect(status, fields, url)
      if (location === undefined || hops.length >= MAX_HOPS || !mayFollow(probe, location))
        return { ...base, response: outcome.response }
      hops = [...hops, { from: url, request: bytes, response: outcome.response }]
      url = location
    }
  }
  /** Whether to follow a redirect. Without a valid token, follow only known redirects, because other redirects may lead to a login page. */
  const mayFollow = (probe: Probe, location: string): boolean => {
    const place = location.replace(/\?.*/s, '')
    if (!isUserRequest(probe)) return places.has(place)
    places.add(place)
    return true
  }
  /** Resolves to the exchange, and to the bytes of its response and of interim responses. Without a response, `bytes` is empty. */
  const forward = async (probe: Probe, url: string): Promise<{ exchange: Exchange; bytes: Buffer }> => {
    const address = parseAddress(url)
    const request = buildRequest(probe, address, options)
    const startedAt = performance.now() - began
    const copy = createBytes({ limit: options.bodyLimit + MAX_FRAMING })
    let isWhole = true
    await pace.waitUntilFree()
    const { connection, outcome } = await connections.send(probe, address, request, {
      timeout: chooseTimeout(probe),
      own: true,
      body: { limit: options.bodyLimit },
      onBytes: (bytes) => {
        isWhole = copy.add(bytes)
      },
    })
    const durationMs = performance.now() - began - startedAt
    const base = { probe, attempt: 1, connection, url, request, startedAt, durationMs, hops: [], waited: [] }
    if ('kind' in outcome) return { exchange: { ...base, failure: outcome }, bytes: Buffer.alloc(0) }
    const response = { ...outcome.response, cut: outcome.response.cut || !isWhole }
    return { exchange: { ...base, response }, bytes: copy.all() }
  }

  return {
    /** Sends probes at the same time, and pipelines probes on the same connection. Then closes the connections of a group unless `keep`. */
    async send(probes: readonly Probe[], url: string, attempt: number, keep = false): Promise<Exchange[]> {
      const areKept = keep || probes.length === 1
      await connections.keepOnly(areKept ? probes.map(({ connection }) => connection) : [])
      const nameOf = ({ connection, id }: Probe): string => connection ?? id
      const names = [...new Set(probes.map(nameOf))]
      const opened = areKept ? [] : await connections.openTogether(parseAddress(url), names.length)
      const place = areKept && probes.length > 1 && { parallel: `beside ${probes[0]?.id}` }
      const find = (each: Probe): Own => opened[names.indexOf(nameOf(each))]
      return Promise.all(probes.map((each) => sendProbe({ ...each, ...place }, url, attempt, find(each))))
    },
    /** Sends a probe that is not part of the plan, such as a request from Prism. Does not count or retry it, and follows no redirects. */
    forward,
    /** Returns the number of requests sent, including redirects and retries, but not forwarded requests. */
    sent: () => sent,
    isExhausted: pace.isExhausted,
    /** Returns the bytes that arrived after complete responses since the last call of this function. */
    takeLateBytes: connections.takeLateBytes,
    /** Ends all connections. */
    close: connections.close,
  }
}

/**
 * Creates a store that keeps equal bodies once: a response with the same body as an earlier response shares its buffer. When all heads and
 * all decoded distinct bodies need more than `memory` bytes, later responses get an empty body, and count as cut.
 */
export function createBodyStore({ memory, bodyLimit: limit }: Pick<ClientOptions, 'memory' | 'bodyLimit'>) {
  const known: { body: Buffer; codings: string }[] = []
  let like: Buffer = Buffer.alloc(0)
  let kept = 0
  return {
    bounds(others: number): Bounds {
      return { limit, like, left: Math.max(Math.floor((memory - kept) / (others + 1)), SHORT_BODY) }
    },
    share(response: Response): Response {
      const { body, headerLines, fields } = response
      kept += CHARACTER * headerLines.join('').length + LINE * headerLines.length
      const codings = listCodings(fields)
      const earlier = known.find((each) => each.codings === codings.join() && each.body.equals(body))
      if (earlier && kept < memory) return { ...response, body: earlier.body }
      const { size, cut = false } = decodeContent(body, codings, Math.max(1, Math.min(limit, memory - kept)))
      // A compressed body that is too long also uses up memory of this store, because decoding it takes time.
      if (cut) kept += size
      if (cut || kept + size >= memory) return { ...response, body: Buffer.alloc(0), cut: true }
      kept += size
      known.push({ body, codings: codings.join() })
      if (body.length > like.length) like = body
      return response
    },
  }
}

/** Whether a server may have closed an idle connection, which it may do at any time (RFC 9112 section 9.5). */
function isIdleClose(outcome: Delivery['outcome']): boolean {
  return 'kind' in outcome ? outcome.kind === 'empty' : outcome.response.status === 408
}

/** Returns the kind of a request: the features that may decide whether a server answers it. */
const nameKind = (probe: Probe): string => [probe.method, probe.limit, probe.credential.kind].join(' ')

/** Returns the URL of a redirect that may be followed with the token. Returns undefined for all other responses. */
export function chooseRedirect(status: number, fields: readonly Field[], from: string): string | undefined {
  const [location] = fieldValues(fields, 'location')
  const target = location === undefined ? null : URL.parse(location, from)
  if (![301, 302, 303, 307, 308].includes(status) || target === null) return undefined
  target.hash = ''
  return mayGetToken(target, new URL(from)) ? target.href : undefined
}
