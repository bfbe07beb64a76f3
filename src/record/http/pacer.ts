import { setTimeout as pause } from 'node:timers/promises'

/** Requests per second, or `auto`: as fast as the server allows, which is the default. */
export type RequestRate = number | 'auto'

type PacerOptions = {
  rate?: RequestRate | undefined
  signal?: AbortSignal | undefined
  /** Called with the new number of requests per second, when the server is faster than it allows. */
  onSlowDown?: ((rate: number) => void) | undefined
}

/** Spaces requests out in time. */
export type Pacer = {
  /** Resolves when the next request may be sent. Rejects when aborted. */
  waitUntilFree: () => Promise<void>
  /** The server throttled a request, and accepts the next one after this many milliseconds. */
  slowDown: (ms: number) => void
  /** The server did not throttle a request. */
  accept: () => void
}

/** Milliseconds between requests that `auto` begins with, and that it never exceeds. */
const SHORTEST_INTERVAL = 100
const LONGEST_INTERVAL = 5_000
/** With fewer accepted requests than this, their rate says little about the server's limit. */
const SAMPLE = 3
/** Stays a little below the server's limit. */
const MARGIN = 0.9

/** A rate of `auto` becomes what the server accepted on average, the times included in which it accepted nothing. It only slows down. */
export function createPacer({ rate, signal, onSlowDown }: PacerOptions): Pacer {
  const began = performance.now()
  let interval = typeof rate === 'number' ? 1000 / rate : 0
  let next = 0
  let heldUntil = 0
  let accepted = 0

  return {
    waitUntilFree: async () => {
      signal?.throwIfAborted()
      const now = performance.now()
      const at = Math.max(now, next)
      next = at + interval
      if (at > now) await pause(at - now, undefined, { signal })
    },
    slowDown: (ms) => {
      if (typeof rate === 'number') return
      const now = performance.now()
      const resume = now + ms
      next = Math.max(next, resume)
      // Requests that were sent together are throttled together. They count once.
      if (now < heldUntil) return
      heldUntil = resume
      const measured = accepted < SAMPLE ? SHORTEST_INTERVAL : (resume - began) / accepted / MARGIN
      interval = Math.min(Math.max(interval, measured), LONGEST_INTERVAL)
      onSlowDown?.(1000 / interval)
    },
    accept: () => {
      accepted += 1
    },
  }
}
