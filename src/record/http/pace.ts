import { setTimeout as pause } from 'node:timers/promises'
import { fieldValues, hasField, isUserRequest, type Probe, type Response } from '../../judge/exchange.ts'

export type PaceOptions = {
  /** Maximum requests per second. */
  rate?: number | undefined
  /** Maximum milliseconds that the run may wait for a server that throttles, in total. The run ignores a longer Retry-After. */
  patience: number
  /** Called with the new number of requests per second when the server asks for fewer requests. */
  onSlowDown?: ((rate: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** Milliseconds between requests to a server that throttles, until enough requests were accepted to estimate its limit. */
const FIRST_INTERVAL = 100
/** Maximum milliseconds between requests to a server that throttles. */
const LONGEST_INTERVAL = 5_000
/** The number of accepted requests that is enough to estimate the server's limit. */
const FEW = 3
/** Factor that keeps the pace a little below the server's limit. */
const MARGIN = 0.9
const MAX_RETRIES = 3
/** Milliseconds before the first retry without Retry-After. */
const FIRST_WAIT = 250
/** Maximum milliseconds to wait if the server is unavailable, and if it may be refusing only unusual requests. */
const LONGEST_WAIT = { unavailable: 5_000, unusual: 1_000 }

/** Creates the pace of a run: spaces requests out over time, as the user's rate or the server's throttling requires. */
export function createPace({ rate, signal, onSlowDown, ...options }: PaceOptions) {
  const began = performance.now()
  let accepted = 0
  let interval = rate === undefined ? 0 : 1000 / rate
  /** The time when the next request may be sent, and the time until which the server refuses all requests. */
  let next = 0
  let heldUntil = 0
  /** Milliseconds that the run may still wait. Accepted requests never add to them: otherwise, a server could make the run wait forever. */
  let { patience } = options
  /** The unusual features of requests that were still refused after a wait. Later requests with the same feature do not wait. */
  const refused = new Set<string>()

  /** Slows down to the average rate that the server accepted, including the periods in which the server accepted nothing. */
  const slowDown = (ms: number): void => {
    if (rate !== undefined) return
    const now = performance.now()
    next = Math.max(next, now + ms)
    // Requests that were sent together are throttled together, so they count once.
    if (now < heldUntil) return
    heldUntil = next
    const measured = accepted < FEW ? FIRST_INTERVAL : (heldUntil - began) / accepted / MARGIN
    interval = Math.min(Math.max(interval, measured), LONGEST_INTERVAL)
    onSlowDown?.(1000 / interval)
  }
  return {
    /** Whether the server asked for longer waits, in total, than the run may wait. */
    isExhausted: () => patience < 0,
    /** Resolves when the next request may be sent. Rejects when aborted. */
    async waitUntilFree(): Promise<void> {
      signal?.throwIfAborted()
      const now = performance.now()
      const at = Math.max(now, next)
      next = at + interval
      if (at > now) await pause(at - now, undefined, { signal })
    },
    /**
     * Waits until a request that was refused with a 429, 502, 503 or 504 can be sent again, at least until the requests under way have
     * their responses. `tries` is the number of repetitions so far. Resolves to the milliseconds waited, or to 0 if the response is final.
     */
    async waitForRetry(probe: Probe, response: Response, tries: number, sending: Iterable<Promise<unknown>>) {
      const unusual = listUnusual(probe)
      const wanted = chooseWait(response, tries, unusual.length > 0, options.patience)
      if (wanted === 'none') {
        accepted += 1
        for (const part of unusual) refused.delete(part)
        return 0
      }
      const ms = unusual.some((part) => refused.has(part)) ? 0 : wanted
      if (ms === 0) for (const part of unusual) refused.add(part)
      patience -= rate === undefined ? ms + interval : ms
      if (ms === 0 || patience < 0) return 0
      // A gateway may refuse an unusual request with a 503, however slowly requests are sent.
      if (response.status === 429 || (unusual.length === 0 && hasField(response.fields, 'retry-after')))
        slowDown(ms)
      await Promise.allSettled(sending)
      await pause(ms, undefined, { signal })
      return ms
    },
  }
}

/** Lists the unusual features of a request, because of which a gateway may refuse the request with a 503. */
function listUnusual(probe: Probe): string[] {
  if (!isUserRequest(probe)) return ['no valid token']
  const { method, fields = [], httpVersion } = probe
  const names = fields.map(([name]) => name.toLowerCase())
  return [...(method === 'GET' ? [] : [method]), ...[httpVersion ?? []].flat(), ...names]
}

/** Returns the milliseconds to wait before a retry, 0 if there are no more retries, or `none` for a response that needs no retry. */
export function chooseWait(response: Response, tries: number, isUnusual: boolean, max: number) {
  const { status } = response
  if (status !== 429 && status !== 502 && status !== 503 && status !== 504) return 'none'
  if (tries >= MAX_RETRIES) return 0
  const [after = ''] = fieldValues(response.fields, 'retry-after')
  const seconds = /^\d{1,6}$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1000
  const ms = seconds * 1000 <= max ? Math.max(seconds * 1000, 1) : FIRST_WAIT * 2 ** tries
  return status === 429 ? ms : Math.min(ms, LONGEST_WAIT[isUnusual ? 'unusual' : 'unavailable'])
}
