import { clearLine, cursorTo } from 'node:readline'
import type { ProgressEvent } from '../../harness/progress.ts'
import { type Progress, progressLine, stageLine } from './progressLine.ts'

/**
 * Shows how far the engines have come: on a terminal as one line that is rewritten, elsewhere as a line for each
 * stage. It never hides the cursor, so an interrupted run leaves nothing to put right.
 */
export function showProgress(stream: NodeJS.WriteStream): {
  update: (event: ProgressEvent) => void
  end: () => void
} {
  const progress: Progress = new Map()
  const rewrites = stream.isTTY && process.env.TERM !== 'dumb'
  let ended = false

  const clear = () => {
    cursorTo(stream, 0)
    clearLine(stream, 0)
  }

  return {
    update: (event) => {
      if (ended) return
      const entered = progress.get(event.engine)?.state !== event.state
      progress.set(event.engine, event)
      if (rewrites) {
        clear()
        // A full last column makes some terminals wrap, and a wrapped line cannot be cleared. One without a size says 0.
        stream.write(progressLine(progress, (stream.columns || 80) - 1))
      } else if (entered) stream.write(`${stageLine(event)}\n`)
    },
    end: () => {
      if (rewrites && progress.size > 0 && !ended) clear()
      ended = true
    },
  }
}
