import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange } from '../judge/exchange.ts'
import { isLost, isServing } from './recovery.ts'

/** Milliseconds between two requests to a server that is starting: at first, and at most. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 500

/** Waits until a server that is starting answers, or a gateway no longer answers in its place. Ends too if there is no use in waiting. */
export async function waitForServer(
  ask: () => Promise<Exchange>,
  patience: number,
  { report, signal }: { report: (event: object) => void; signal: AbortSignal },
): Promise<void> {
  const end = performance.now() + patience
  for (let ms = FIRST_PAUSE; !signal.aborted; ms = Math.min(ms * 2, LONGEST_PAUSE)) {
    const received = await ask().catch(() => undefined)
    const left = end - performance.now()
    if (!received || !isStarting(received) || left <= 0) return
    if (ms === FIRST_PAUSE) report({ startingMs: patience })
    await pause(Math.min(ms, left), undefined, { signal }).catch(() => {})
  }
}

/** Whether the server may still answer later. A certificate that is not trusted now will not be trusted then. */
function isStarting(exchange: Exchange): boolean {
  return exchange.response ? !isServing(exchange) : isLost(exchange) && exchange.failure?.kind !== 'tls'
}
