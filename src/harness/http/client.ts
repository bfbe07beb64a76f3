import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange, Failure, Field, Hop, Probe } from '../exchange.ts'
import { type Connection, connection } from './connection.ts'
import type { Read } from './http1.ts'
import { fieldValues } from './http1Head.ts'
import { requestBytes } from './requestBytes.ts'
import type { Resolution } from './resolution.ts'
import { sharing } from './sharing.ts'
import { openSocket } from './socket.ts'
import { type Address, parseAddress, probeUrl } from './url.ts'

export type ClientOptions = {
  /** Milliseconds of silence after which a request is given up; an answer may take three times as long in all. */
  timeout: number
  /** Fields for every request. */
  fields: readonly Field[]
  userAgent: string
  /** Hosts that are elsewhere than the name service says. */
  resolutions: readonly Resolution[]
  /** Requests a second; undefined for no limit. */
  rate?: number | undefined
  /** Bytes of one body, and of all distinct bodies together, that are kept. */
  bodyLimit: number
  memory: number
  signal?: AbortSignal | undefined
}

export type Client = {
  /** Sends a probe to the operation's address and returns what came of it. Never throws for what a server does. */
  send: (probe: Probe, url: string, attempt: number) => Promise<Exchange>
  /** Opens the connection that a probe names, so that probes which are sent at once do arrive at once. */
  prepare: (probe: Probe, url: string) => Promise<void>
  /** How many requests were sent, redirects and retries included. */
  sent: () => number
  close: () => void
}

const HEAD_LIMIT = 256 * 1024
const MAX_HOPS = 5
const RETRIES = 3
const LONGEST_WAIT = 5_000
/** Milliseconds that a run spends waiting for throttling servers, all requests together. */
const PATIENCE = 30_000

/** An HTTP/1.1 client that keeps the raw truth: it decodes nothing, and follows a redirect only as told here. */
export function createClient(options: ClientOptions): Client {
  const named = new Map<string, Connection>()
  const idle = new Map<string, Connection[]>()
  const opened = new Set<Connection>()
  const { share, longest } = sharing(options.memory)
  const began = performance.now()
  let connections = 0
  let sent = 0
  let patience = PATIENCE
  let nextSlot = 0
  let retries: Promise<unknown> = Promise.resolve()
  let strangersTurnedAway = false

  const open = async (address: Address): Promise<Connection | Failure> => {
    const socket = await openSocket(address, options.timeout, options.resolutions)
    if ('kind' in socket) return socket
    connections += 1
    const made = connection(socket, connections)
    opened.add(made)
    socket.once('close', () => opened.delete(made))
    return made
  }
  const acquire = async (address: Address, name: string | undefined): Promise<Connection | Failure> => {
    const key = `${originOf(address)} ${name}`
    const known = name === undefined ? idle.get(originOf(address))?.pop() : named.get(key)
    if (known?.usable) return known
    const fresh = await open(address)
    if (name !== undefined && !('kind' in fresh)) named.set(key, fresh)
    return fresh
  }
  const release = (carrier: Connection, address: Address): void => {
    const origin = originOf(address)
    idle.set(origin, [...(idle.get(origin) ?? []), carrier])
  }

  const once = async (probe: Probe, url: string) => {
    const address = parseAddress(url)
    const bytes = requestBytes(probe, address, options)
    const timing = { silence: options.timeout, total: options.timeout * 3 }
    for (;;) {
      await slot()
      const carrier = await acquire(address, probe.connection)
      if ('kind' in carrier) return { bytes, carrier: { id: 0, earlier: 0 }, outcome: carrier }
      const earlier = carrier.carried
      sent += 1
      const limits = { head: HEAD_LIMIT, body: options.bodyLimit, known: longest() }
      const outcome = await carrier.exchange(bytes, probe.method, timing, limits)
      if (carrier.usable && probe.connection === undefined) release(carrier, address)
      if (earlier > 0 && isIdleClose(outcome)) continue
      return {
        bytes,
        carrier: { id: carrier.id, earlier },
        outcome: 'kind' in outcome ? outcome : { ...outcome, response: share(outcome.response) },
      }
    }
  }
  const slot = async (): Promise<void> => {
    options.signal?.throwIfAborted()
    if (options.rate === undefined) return
    const now = performance.now()
    nextSlot = Math.max(now, nextSlot + 1000 / options.rate)
    if (nextSlot > now) await pause(nextSlot - now, undefined, { signal: options.signal })
  }

  /** Whoever was turned away asks again alone: together they would be turned away together. */
  const onceMore = (probe: Probe, url: string, ms: number) => {
    const turn = retries.then(async () => {
      await pause(ms, undefined, { signal: options.signal })
      return once(probe, url)
    })
    retries = turn.catch(() => {})
    return turn
  }

  const send: Client['send'] = async (probe, url, attempt) => {
    const hops: Hop[] = []
    const waited: Exchange['waited'][number][] = []
    const startedAt = performance.now() - began
    const isStranger = !['valid', 'other'].includes(probe.credential.kind)
    let at = probeUrl(url, probe)
    let wait = 0
    for (;;) {
      const { bytes, carrier, outcome } = await (wait > 0 ? onceMore(probe, at, wait) : once(probe, at))
      const base = { probe, attempt, connection: carrier, url: at, request: bytes, startedAt, hops, waited }
      const durationMs = performance.now() - began - startedAt
      if ('kind' in outcome) return { ...base, durationMs, failure: outcome }
      const { response } = outcome
      wait = Math.min(waitFor(response.status, response.fields, waited.length), patience)
      if (wait > 0 && waited.length < RETRIES && !(isStranger && strangersTurnedAway)) {
        patience -= wait
        waited.push({
          status: response.status,
          ms: wait,
          retryAfter: fieldValues(response.fields, 'retry-after')[0],
        })
        continue
      }
      // To turn strangers away like this is a way to refuse them, which need not be waited out every time.
      if (wait > 0 && isStranger) strangersTurnedAway = true
      wait = 0
      const location = isStranger ? undefined : nextHop(response.status, response.fields, at)
      if (location === undefined || hops.length >= MAX_HOPS) return { ...base, durationMs, response }
      hops.push({ status: response.status, from: at, location })
      at = location
    }
  }

  return {
    send,
    prepare: async (probe, url) => {
      if (probe.connection !== undefined) await acquire(parseAddress(url), probe.connection)
    },
    sent: () => sent,
    close: () => {
      for (const each of opened) each.close()
    },
  }
}

/** A server may close an idle connection at any time (RFC 9112 section 9.5); that says nothing about the request. */
function isIdleClose(outcome: Read | Failure): boolean {
  return 'kind' in outcome ? outcome.kind === 'empty' : outcome.response.status === 408
}

function originOf({ protocol, host }: Address): string {
  return `${protocol}//${host}`
}

/** Milliseconds to wait before an unavailable server is asked again; 0 for not at all. */
function waitFor(status: number, fields: readonly Field[], tries: number): number {
  if (status !== 429 && status !== 502 && status !== 503 && status !== 504) return 0
  const [after = ''] = fieldValues(fields, 'retry-after')
  const seconds = /^\d{1,6}$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1000
  return Math.min(Number.isFinite(seconds) ? Math.max(seconds * 1000, 1) : 250 * 2 ** tries, LONGEST_WAIT)
}

/** Where a redirect leads that may be followed with the token: the same host, and never from https to http. */
function nextHop(status: number, fields: readonly Field[], from: string): string | undefined {
  const [location] = fieldValues(fields, 'location')
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined
  if (!URL.canParse(location, from)) return undefined
  const target = new URL(location, from)
  const origin = new URL(from)
  const safe = target.protocol === 'https:' || (target.protocol === 'http:' && origin.protocol === 'http:')
  target.hash = ''
  return safe && target.hostname === origin.hostname ? target.href : undefined
}
