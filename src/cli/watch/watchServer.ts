import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Resolution } from '../../judge/resolution.ts'
import { parseAddress } from '../../judge/url.ts'
import type { RouteOptions } from '../../judge/verifyOptions.ts'
import { createRoute } from '../../record/http/connections/route.ts'
import { openSocket } from '../../record/http/connections/socket.ts'

/** Milliseconds that a connection is held. A server that serves one connection at a time must not wait for long. */
const HOLD = 1_000
/** Milliseconds between two attempts to reach a server that is gone. */
const INTERVAL = 100
/** Milliseconds for a server to begin its restart after a file has changed, and to be back. */
const SETTLING = 1_000
const LONGEST_RESTART = 30_000
const CONNECT_TIMEOUT = 5_000

export type ServerWatch = {
  /** Watches from now on. */
  resume: () => void
  /** Leaves the server alone, so that it has only the connections of the run. */
  rest: () => void
  /** Resolves when a server that restarts because a file has changed is back. */
  waitUntilBack: (stop: AbortSignal) => Promise<void>
  close: () => void
}

/**
 * Calls `onReturn` when a server that was gone can be reached again. It holds a connection without sending anything, because its end
 * shows even a fast restart.
 */
export function watchServer(
  url: string,
  options: RouteOptions & { resolve: readonly Resolution[] },
  onReturn: () => void,
): ServerWatch {
  const address = parseAddress(url)
  const ended = new AbortController()
  let resting: Promise<void> | undefined = Promise.resolve()
  let wake = (): void => {}
  let held: Socket | undefined
  let isGone = false
  const rest = (): void => {
    resting = new Promise((resolve) => {
      wake = resolve
    })
    held?.destroy()
  }
  const resume = (): void => {
    resting = undefined
    wake()
  }
  const watch = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      if (resting) await resting
      const outcome = await openSocket(address, {
        timeout: CONNECT_TIMEOUT,
        resolutions: options.resolve,
        route: createRoute(options),
        signal: ended.signal,
      })
      if ('kind' in outcome) {
        isGone = true
        await wait(INTERVAL, ended.signal)
        continue
      }
      held = outcome
      if (isGone && !resting) {
        isGone = false
        onReturn()
      }
      const since = performance.now()
      if (!resting) await hold(outcome, ended.signal)
      outcome.destroy()
      // A proxy may accept connections for a server that is gone, and close them at once.
      if (performance.now() - since < INTERVAL) await wait(INTERVAL, ended.signal)
    }
  }
  rest()
  void watch()
  return {
    resume,
    rest,
    waitUntilBack: async (stop) => {
      const signal = AbortSignal.any([stop, ended.signal])
      await wait(SETTLING, signal)
      for (let waited = 0; isGone && waited < LONGEST_RESTART && !signal.aborted; waited += INTERVAL)
        await wait(INTERVAL, signal)
    },
    close: () => {
      ended.abort()
      resume()
      held?.destroy()
    },
  }
}

/** Resolves when the connection ends, and at the latest after a while. What the server sends does not matter. */
async function hold(socket: Socket, stop: AbortSignal): Promise<void> {
  socket.resume()
  if (socket.destroyed) return
  await once(socket, 'close', { signal: AbortSignal.any([stop, AbortSignal.timeout(HOLD)]) }).catch(() => {})
}

/** Rejects never. */
async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {})
}
