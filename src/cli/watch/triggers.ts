import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds without another change, because editors and compilers write in several steps. */
const QUIET = 200
/** A file that changes during this many runs in a row is probably written by the server itself. */
const MOST_IN_A_ROW = 3
/** Milliseconds after a run in which a server may still write such a file. */
const AFTERMATH = 1_000

/** Why to test again. */
export type Trigger = { kind: 'file'; paths: string[] } | { kind: 'server' }

export type Triggers = {
  fileChanged: (path: string) => void
  serverReturned: () => void
  /** Starts a run. Returns a signal that aborts when a file changes during it. */
  beginRun: () => AbortSignal
  endRun: () => void
  /** Waits for the next reason to test again; undefined when `stop` aborts. */
  next: (stop: AbortSignal) => Promise<Trigger | undefined>
}

/**
 * Collects what happens to files and to the server. `onNoise` is called with a file that changes during each run: such a change does
 * not end the run, or the server would never be tested.
 */
export function createTriggers(onNoise: (path: string) => void): Triggers {
  const changed = new Set<string>()
  const streaks = new Map<string, number>()
  const duringRun = new Set<string>()
  let run: AbortController | undefined
  let endedAt = Number.NEGATIVE_INFINITY
  let hasReturned = false
  let changes = 0
  let notify = (): void => {}
  const isNoise = (path: string): boolean => (streaks.get(path) ?? 0) >= MOST_IN_A_ROW
  return {
    fileChanged: (path) => {
      if (run) duringRun.add(path)
      if (isNoise(path) && (run || performance.now() - endedAt < AFTERMATH)) return
      if (!run) streaks.delete(path)
      changed.add(path)
      changes += 1
      run?.abort('a file changed')
      notify()
    },
    serverReturned: () => {
      hasReturned = true
      notify()
    },
    beginRun: () => {
      changed.clear()
      hasReturned = false
      duringRun.clear()
      run = new AbortController()
      return run.signal
    },
    endRun: () => {
      run = undefined
      endedAt = performance.now()
      for (const path of streaks.keys()) if (!duringRun.has(path)) streaks.delete(path)
      for (const path of duringRun) {
        const streak = (streaks.get(path) ?? 0) + 1
        streaks.set(path, streak)
        if (streak === MOST_IN_A_ROW) onNoise(path)
      }
    },
    next: async (stop) => {
      while (!stop.aborted) {
        if (hasReturned && changed.size === 0) return { kind: 'server' }
        if (changed.size > 0) {
          const count = changes
          await pause(QUIET, undefined, { signal: stop }).catch(() => {})
          if (changes === count && !stop.aborted) return { kind: 'file', paths: [...changed] }
        } else {
          const { promise, resolve } = Promise.withResolvers<void>()
          notify = () => resolve()
          stop.addEventListener('abort', notify)
          await promise
          stop.removeEventListener('abort', notify)
        }
      }
      return undefined
    },
  }
}
