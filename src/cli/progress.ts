import { clearLine, cursorTo } from 'node:readline'
import type { EngineName } from '../judge/report.ts'
import type { ProgressEvent } from '../record/verifyOptions.ts'
import { shorten } from '../report/text/wrap.ts'
import { formatElapsed } from '../report/words.ts'

/** Lines of a log. Most logs are read only when something is wrong, and then the report matters. */
const MAX_LINES = 3
/** Milliseconds of a run that a user should expect. */
const WORTH_MENTIONING = 30_000

/** The states of an engine, in words. */
const STATES = { loading: 'starting', judging: 'testing', done: 'done', failed: 'failed' } as const

/**
 * Shows the progress of the engines: one line that is rewritten on a terminal, and elsewhere a line when it takes long. It never hides the cursor, so an interrupted run needs no cleanup.
 */
export function showProgress(
  stream: NodeJS.WriteStream,
  maxTime?: number,
): { update: (event: ProgressEvent) => void; end: () => void } {
  const latest = new Map<EngineName, ProgressEvent>()
  const line = createLine(stream)
  let lines = 0
  const log = (text: string): void => {
    lines += 1
    if (line.rewrites || lines <= MAX_LINES) stream.write(`${text}\n`)
  }
  return {
    update: (event) => {
      if (line.hasEnded()) return
      if ((event.expectedMs ?? event.rate ?? event.waitingMs ?? event.startingMs) !== undefined) {
        const remark = describePace(event, maxTime)
        line.clear()
        if (remark !== undefined) log(remark)
        return
      }
      latest.set(event.engine, event)
      if (line.rewrites) line.show([...latest.values()].map(formatEngine).join(' · '))
    },
    end: line.end,
  }
}

/** A line that is rewritten on a terminal. Elsewhere, it is not shown. */
export function createLine(stream: NodeJS.WriteStream) {
  const rewrites = stream.isTTY && process.env.TERM !== 'dumb'
  let isShown = false
  let ended = false
  const erase = (): void => {
    cursorTo(stream, 0)
    clearLine(stream, 0)
  }
  const clear = (): void => {
    if (isShown) erase()
    isShown = false
  }
  return {
    rewrites,
    hasEnded: () => ended,
    clear,
    show: (text: string): void => {
      if (!rewrites || ended) return
      erase()
      // Some terminals wrap when the last column is filled, and a wrapped line cannot be cleared. A terminal of unknown size reports 0.
      stream.write(shorten(text, (stream.columns || 80) - 1))
      isShown = true
    },
    end: (): void => {
      clear()
      ended = true
    },
  }
}

/** How long a slow server takes, how much a throttling one lets through, or how long the run waits; undefined for other events. */
function describePace(
  { expectedMs, rate, waitingMs, startingMs }: ProgressEvent,
  maxTime = Infinity,
): string | undefined {
  if (startingMs !== undefined) return `waiting up to ${formatElapsed(startingMs)} for the server to start`
  if (waitingMs !== undefined)
    return `the server does not answer: waiting up to ${formatElapsed(waitingMs)} for it`
  if (rate !== undefined)
    return `the server throttles requests: continuing with ${rate.toFixed(1)} requests per second`
  if (expectedMs === undefined || expectedMs < WORTH_MENTIONING) return undefined
  const limit =
    expectedMs > maxTime * 1000 ? `, but --max-time ends it after ${formatElapsed(maxTime * 1000)}` : ''
  return `at the pace of this server, the run takes about ${formatElapsed(expectedMs)}${limit}`
}

function formatEngine({ engine, state, done, total }: ProgressEvent): string {
  return state === 'judging' && total !== undefined
    ? `${engine} ${done ?? 0}/${total}`
    : `${engine} ${STATES[state]}`
}
