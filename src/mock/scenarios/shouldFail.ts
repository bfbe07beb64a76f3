import type { Effects } from './effects.ts'
import type { Session } from './sessions.ts'

const WINDOW = 10_000

/** Whether `code` and `fault` befall the n-th request (from 0) of a session. `share` is a random number in [0, 1). */
export function isBefallen(effects: Effects, count: number, share: number): boolean {
  const { failRequestCount, succeedFirst = 0, rate = 1 } = effects
  const from = count - succeedFirst
  if (from < 0) return false
  if (failRequestCount !== undefined && from >= failRequestCount) return false
  return share < rate
}

/** Seconds until a session may ask again, where its quota is used up; undefined where it is not. Counts the request. */
export function secondsToWait(
  { quotaLimit, quotaWindowMillis = WINDOW }: Effects,
  session: Session,
  scenario: string,
  now: number,
): number | undefined {
  if (quotaLimit === undefined) return undefined
  let window = session.windows.get(scenario)
  if (window === undefined || now - window.since >= quotaWindowMillis) {
    window = { since: now, requests: 0 }
    session.windows.set(scenario, window)
  }
  window.requests++
  if (window.requests <= quotaLimit) return undefined
  return Math.max(1, Math.ceil((window.since + quotaWindowMillis - now) / 1000))
}
