import type { EngineName } from '../../judge/report.ts'
import type { ProgressEvent } from '../../judge/verifyOptions.ts'
import { formatElapsed } from '../../report/text/numbers.ts'

/** Lines of a log. Most logs are read only when something is wrong, and then the report matters. */
const MOST_LINES = 3
/** Milliseconds of a run that a user should expect. */
const WORTH_MENTIONING = 30_000

/** The states of an engine, in words. */
const STATES = { loading: 'starting', judging: 'testing', done: 'done', failed: 'failed' } as const

/** The latest event of each engine, in the order of their first events. */
type Progress = Map<EngineName, ProgressEvent>

/**
 * Shows the progress of the engines: one line that is rewritten on a terminal, and elsewhere a line when it begins and when it takes
 * long. It never hides the cursor, so an interrupted run needs no cleanup.
 */
export function showProgress(
  stream: NodeJS.WriteStream,
  maxTime?: number,
): {
  update: (event: ProgressEvent) => void
  end: () => void
} {
  const progress: Progress = new Map()
  const rewrites = stream.isTTY && process.env.TERM !== 'dumb'
  let ended = false
  let lines = 0
  const log = (line: string): void => {
    lines += 1
    if (rewrites || lines <= MOST_LINES) stream.write(`${line}\n`)
  }

  const clear = () => {
    // Loaded late, because most runs write into a pipe.
    const { clearLine, cursorTo } = process.getBuiltinModule('node:readline')
    cursorTo(stream, 0)
    clearLine(stream, 0)
  }

  return {
    update: (event) => {
      if (ended) return
      if ((event.expectedMs ?? event.rate ?? event.waitingMs ?? event.startingMs) !== undefined) {
        const remark = describePace(event, maxTime)
        if (rewrites) clear()
        if (remark !== undefined) log(remark)
        return
      }
      const isFirst = progress.size === 0
      progress.set(event.engine, event)
      if (rewrites) {
        clear()
        // Some terminals wrap when the last column is filled, and a wrapped line cannot be cleared. A terminal of unknown size reports 0.
        stream.write(formatProgress(progress, (stream.columns || 80) - 1))
      } else if (isFirst) log('testing …')
    },
    end: () => {
      if (rewrites && progress.size > 0 && !ended) clear()
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

/** All engines on one line of at most `width` characters: `probes 42/120 · prism starting · dredd done`. */
function formatProgress(progress: Progress, width: number): string {
  const line = [...progress.values()].map(formatEngine).join(' · ')
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}…`
}

function formatEngine({ engine, state, done, total }: ProgressEvent): string {
  return state === 'judging' && total !== undefined
    ? `${engine} ${done ?? 0}/${total}`
    : `${engine} ${STATES[state]}`
}
