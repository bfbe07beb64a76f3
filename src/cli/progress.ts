import { clearLine, cursorTo } from 'node:readline'
import type { EngineName } from '../judge/report.ts'
import type { ProgressEvent } from '../record/verifyOptions.ts'
import { shorten } from '../report/text/wrap.ts'
import { formatElapsed } from '../report/words.ts'

/** If a run will probably take at least this many milliseconds, the kit prints the expected time. */
const WORTH_MENTIONING = 30_000

/**
 * Shows the engines' progress on a terminal, in one changing line. Prints remarks even without a terminal, for example about a long
 * run. Does not hide the cursor, so an interrupted run need not show it again. Ignores events after `end`.
 */
export function showProgress(
  stream: NodeJS.WriteStream,
  maxTime = Infinity,
): { update: (event: ProgressEvent) => void; end: () => void } {
  const rewrites = stream.isTTY && process.env.TERM !== 'dumb'
  const engines = new Map<EngineName, string>()
  let ended = false
  const clear = (): void => {
    if (!rewrites) return
    cursorTo(stream, 0)
    clearLine(stream, 0)
  }
  return {
    update: (event) => {
      if (ended) return
      const remark = describePace(event, maxTime)
      if (remark !== undefined) {
        clear()
        stream.write(`${remark}\n`)
      }
      const { engine, state, done = 0, total } = event
      if (total !== undefined || state !== 'judging')
        engines.set(engine, `${engine} ${state === 'judging' ? `${done}/${total}` : state}`)
      if (!rewrites || engines.size === 0) return
      clear()
      // Leave the last column empty, because some terminals would wrap a full line, which cannot be cleared. An unknown width may be 0.
      stream.write(shorten([...engines.values()].join(' · '), (stream.columns || 80) - 1))
    },
    end: () => {
      if (!ended) clear()
      ended = true
    },
  }
}

/** Describes an event if users must know about it: a slow start, a missing response, throttling or a long run. */
function describePace({ expectedMs = 0, rate, waitingMs, startingMs }: ProgressEvent, maxTime: number) {
  if (startingMs !== undefined) return `waiting up to ${formatElapsed(startingMs)} for the server to start`
  if (waitingMs !== undefined) return `the server does not answer: waiting up to ${formatElapsed(waitingMs)}`
  if (rate !== undefined) return `the server throttles: continuing with ${rate.toFixed(1)} requests a second`
  if (expectedMs < WORTH_MENTIONING) return undefined
  const maxMs = maxTime * 1000
  const limit = expectedMs > maxMs ? `, but --max-time ends it after ${formatElapsed(maxMs)}` : ''
  return `at the pace of this server, the run takes up to ${formatElapsed(expectedMs)}${limit}`
}
