import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange, Field, Hop, Probe } from '../../judge/exchange.ts'
import { fieldValues } from '../../judge/headerFields.ts'
import type { Resolution } from '../../judge/resolution.ts'
import { parseAddress, probeUrl } from '../../judge/url.ts'
import { buildRequest } from './buildRequest.ts'
import { createForward, type Forward } from './connections/forward.ts'
import type { Route } from './connections/route.ts'
import {
  chooseRedirect,
  chooseWait,
  isThrottled,
  RETRYING,
  RETRYING_AUTO,
  RETRYING_UNUSUAL,
} from './followUps.ts'
import type { LateBytes } from './lateBytes.ts'
import { createPacer, type RequestRate } from './pacer.ts'
import { createRefusals, isUnusual } from './refusals.ts'
import { createTransport } from './transport.ts'

export type ClientOptions = {
  /** Abort a request after this many milliseconds without data, or three times as many in total. */
  timeout: number
  /** Headers for every request. */
  fields: readonly Field[]
  userAgent: string
  /** Addresses to use in place of those that DNS returns. */
  resolutions: readonly Resolution[]
  /** How to reach the server. Default: directly. */
  route?: Route
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
  /** Sends no more requests than this, redirects and retries included. No limit by default. */
  most?: number
  /** Ends all waiting. To end requests under way too, close the client. */
  signal?: AbortSignal | undefined
}

export type Client = {
  /** Sends a probe to the operation's address. A failure of the server is a value; rejects only when aborted. */
  send: (probe: Probe, url: string, attempt: number) => Promise<Exchange>
  forward: Forward
  /** Sends a probe that is not part of the plan: it does not count, follows no redirect and waits for no retry. */
  ask: (probe: Probe, url: string) => Promise<Exchange>
  /** Opens the connections that these probes name, so that probes that are sent at once arrive at once. */
  prepare: (probes: readonly Probe[], url: string) => Promise<void>
  /** From now on, keeps only the connections that these probes name. */
  retain: (probes: readonly Probe[]) => void
  /** How many requests the server accepts at once, as far as it is known. */
  capacity: () => number
  /** How many requests were sent, redirects and retries included, but not forwarded ones. */
  sent: () => number
  /** What arrived after complete responses since the last call. */
  takeLateBytes: () => LateBytes[]
  close: () => void
}

const MAX_HOPS = 5
/** Creates an HTTP/1.1 client that keeps raw bytes: it decodes nothing, and follows only redirects that are safe with a token. */
export function createClient(options: ClientOptions): Client {
  const began = performance.now()
  let { patience } = options
  const retrying = options.rate === 'auto' ? RETRYING_AUTO : RETRYING
  const pacer = createPacer(options)
  const transport = createTransport({ ...options, waitForTurn: pacer.waitForTurn })
  const { pool } = transport
  let retries: Promise<unknown> = Promise.resolve()
  /** Requests under way that are no retries. */
  const sending = new Set<Promise<unknown>>()
  const refusals = createRefusals()
  /** Where requests with a valid token were redirected to. */
  const places = new Set<string>()

  const sendOnce = async (probe: Probe, url: string) => {
    const address = parseAddress(url)
    const bytes = buildRequest(probe, address, options)
    return { bytes, ...(await transport.send(probe, address, bytes)) }
  }

  const sendFirst = async (probe: Probe, url: string) => {
    const request = sendOnce(probe, url)
    sending.add(request)
    try {
      return await request
    } finally {
      sending.delete(request)
    }
  }

  /** Retries one request at a time, after those that are sent at once: sent together, they would be throttled together. */
  const retry = (probe: Probe, url: string, ms: number) => {
    const turn = retries.then(async () => {
      await Promise.allSettled(sending)
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
      const { bytes, connection, outcome } = await (wait > 0 ? retry(probe, at, wait) : sendFirst(probe, at))
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
      const mayBeRefusal = isUnusual(probe) && response.status !== 429
      const chosen = chooseWait(response, waited.length, mayBeRefusal ? RETRYING_UNUSUAL : retrying)
      if (chosen === 0) {
        refusals.remove(probe)
        pacer.accept()
        if (options.rate === 'auto') patience = options.patience
      }
      wait = Math.min(chosen, patience)
      if (wait > 0 && waited.length < retrying.most && !refusals.isKnown(probe)) {
        patience -= wait
        if (isThrottled(response)) pacer.slowDown(wait)
        const [retryAfter] = fieldValues(response.fields, 'retry-after')
        waited = [...waited, { status: response.status, ms: wait, retryAfter }]
        continue
      }
      if (wait > 0) refusals.add(probe)
      wait = 0
      const location = chooseRedirect(response.status, response.fields, at)
      const place = location?.replace(/\?.*/s, '')
      // A request without a valid token may be sent to a login page, which is not the operation's address.
      const isKnown = place !== undefined && places.has(place)
      if (location === undefined || hops.length >= MAX_HOPS || (isUnauthenticated && !isKnown))
        return { ...exchange, response }
      if (place !== undefined && !isUnauthenticated) places.add(place)
      hops = [...hops, { status: response.status, from: at, location, request: bytes, response }]
      at = location
    }
  }

  const forward = createForward(transport, began)
  return {
    send,
    forward,
    ask: async (probe, url) =>
      (await forward(probe, url, buildRequest(probe, parseAddress(url), options))).exchange,
    prepare: async (probes, url) => {
      if (probes.length > 0) await pool.prepare(parseAddress(url), listNames(probes))
    },
    retain: (probes) => pool.retain(new Set(listNames(probes))),
    capacity: pool.capacity,
    sent: transport.sent,
    takeLateBytes: pool.takeLateBytes,
    close: pool.close,
  }
}

function listNames(probes: readonly Probe[]): string[] {
  return probes.flatMap(({ connection }) => (connection === undefined ? [] : [connection]))
}
