import { setTimeout as pause } from 'node:timers/promises'
import { fieldValues, hasField, isUserRequest, type Probe, type Response } from '../../judge/exchange.ts'

export type PaceOptions = {
  /** Maximum requests per second. */
  rate?: number | undefined
  /** The maximum number of milliseconds that a run waits, in total, for a server that throttles. A run ignores a longer Retry-After. */
  patience: number
  /** Called with the new maximum number of requests per second when the run slows down. */
  onSlowDown?: ((rate: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** The milliseconds between requests to a server that throttles, until the server has accepted enough requests to estimate its limit. */
const FIRST_INTERVAL = 100
/** The maximum number of milliseconds between requests to a server that throttles. */
const LONGEST_INTERVAL = 5_000
/** The number of requests that a server must accept before the run estimates the server's limit. */
const FEW = 3
/** A factor that keeps the pace a little below the server's limit. */
const MARGIN = 0.9
const MAX_RETRIES = 3
/** The run ends after this many requests in a row that got a 502, 503 or 504 again and again. */
const MAX_UNAVAILABLE = 5
/** The milliseconds before the first retry if the response has no Retry-After. */
const FIRST_WAIT = 250
/** The maximum milliseconds before a retry: for an unavailable server, and for a request that may be refused because it is unusual. */
const LONGEST_WAIT = { unavailable: 5_000, unusual: 1_000 }

/** Creates the pace of a run: it delays requests so that they respect the user's rate and the server's throttling. */
export function createPace({ rate, signal, onSlowDown, ...options }: PaceOptions) {
  const began = performance.now()
  let accepted = 0
  let interval = rate === undefined ? 0 : 1000 / rate
  /** The time when the next request may be sent, and the time until which the server refuses all requests. */
  let next = 0
  let heldUntil = 0
  /** The milliseconds that the run may still wait. This number never increases: otherwise, a server could make the run wait forever. */
  let { patience } = options
  /** The number of requests in a row for which the server stayed unavailable during all retries. */
  let unavailable = 0
  /** Unusual features of requests that the server refused even after a wait. Later requests with such a feature do not wait. */
  const refused = new Set<string>()

  /** Slows down to a little less than the average rate of accepted requests since the start of the run. */
  const slowDown = (ms: number): void => {
    if (rate !== undefined) return
    const now = performance.now()
    next = Math.max(next, now + ms)
    // A server throttles all requests that were sent together, so slow down only once for them.
    if (now < heldUntil) return
    heldUntil = next
    const measured = accepted < FEW ? FIRST_INTERVAL : (heldUntil - began) / accepted / MARGIN
    interval = Math.min(Math.max(interval, measured), LONGEST_INTERVAL)
    onSlowDown?.(1000 / interval)
  }
  return {
    /** Whether the server has made the run wait for too long, in total or for several requests in a row. */
    isExhausted: () => patience < 0 || unavailable >= MAX_UNAVAILABLE,
    /** Resolves when the next request may be sent. Rejects when aborted. */
    async waitUntilFree(): Promise<void> {
      signal?.throwIfAborted()
      const now = performance.now()
      const at = Math.max(now, next)
      next = at + interval
      if (at > now) await pause(at - now, undefined, { signal })
    },
    /**
     * After a 429, 502, 503 or 504, waits until the request can be sent again, and until all requests under way have ended. `tries` is the
     * number of retries so far. Resolves to the milliseconds waited, or to 0 if the response is final.
     */
    async waitForRetry(probe: Probe, response: Response, tries: number, sending: Iterable<Promise<unknown>>) {
      const unusual = listUnusual(probe)
      const wanted = chooseWait(response, tries, unusual.length > 0, options.patience)
      if (wanted === 'none') {
        accepted += 1
        if (isUserRequest(probe)) unavailable = 0
        for (const part of unusual) refused.delete(part)
        return 0
      }
      const ms = unusual.some((part) => refused.has(part)) ? 0 : wanted
      if (ms === 0) for (const part of unusual) refused.add(part)
      if (ms === 0 && tries > 0 && response.status !== 429) unavailable += 1
      patience -= rate === undefined ? ms + interval : ms
      if (ms === 0 || patience < 0) return 0
      // A 503 may be a gateway's response to an unusual request, which has nothing to do with the pace.
      if (response.status === 429 || (unusual.length === 0 && hasField(response.fields, 'retry-after')))
        slowDown(ms)
      await Promise.allSettled(sending)
      await pause(ms, undefined, { signal })
      return ms
    },
  }
}

/** Lists the unusual features of a request. Because of such a feature, a gateway may refuse the request with a 503. */
function listUnusual(probe: Probe): string[] {
  if (!isUserRequest(probe)) return ['no valid token']
  const { method, fields = [], httpVersion } = probe
  const names = fields.map(([name]) => name.toLowerCase())
  return [...(method === 'GET' ? [] : [method]), ...[httpVersion ?? []].flat(), ...names]
}

/** Returns the milliseconds to wait before a retry, 0 after the last retry, or `none` for a response that needs no retry. */
export function chooseWait(response: Response, tries: number, isUnusual: boolean, max: number) {
  const { status } = response
  if (status !== 429 && status !== 502 && status !== 503 && status !== 504) return 'none'
  if (tries >= MAX_RETRIES) return 0
  const [after = ''] = fieldValues(response.fields, 'retry-after')
  const seconds = /^\d{1,6}$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1000
  const ms = seconds * 1000 <= max ? Math.max(seconds * 1000, 1) : FIRST_WAIT * 2 ** tries
  return status === 429 ? ms : Math.min(ms, LONGEST_WAIT[isUnusual ? 'unusual' : 'unavailable'])
}
