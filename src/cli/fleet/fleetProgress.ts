import { clearLine, cursorTo } from 'node:readline'
import { pluralize } from '../../contract/words.ts'
import type { FleetTarget } from '../../report/fleet/fleet.ts'
import { verdictMarks } from '../../report/text/marks.ts'
import { shorten } from '../../report/text/wrap.ts'

/** Lines of a log for a whole fleet. */
const MOST_LINES = 10

/** Shows how many targets are tested: one line that is rewritten on a terminal, and a few lines elsewhere. */
export function showFleetProgress(
  stream: NodeJS.WriteStream,
  count: number,
): { begin: (name: string) => void; finish: (target: FleetTarget) => void; end: () => void } {
  const rewrites = stream.isTTY && process.env.TERM !== 'dumb'
  const running = new Set<string>()
  const marks = new Map<string, number>()
  let done = 0
  let ended = false
  const describe = (): string => {
    const results = [...marks].map(([symbol, times]) => `${symbol} ${times}`)
    return [`tested ${done} of ${count}`, ...results].join(' · ')
  }
  const show = (): void => {
    if (!rewrites || ended) return
    cursorTo(stream, 0)
    clearLine(stream, 0)
    const text = running.size === 0 ? describe() : `${describe()} · testing ${[...running].join(', ')}`
    // A line that fills the last column may wrap, and then cannot be cleared.
    stream.write(shorten(text, (stream.columns || 80) - 1))
  }
  if (!rewrites) stream.write(`testing ${pluralize(count, 'target')} …\n`)
  return {
    begin: (name) => {
      running.add(name)
      show()
    },
    finish: ({ target, verdict }) => {
      running.delete(target.name)
      done += 1
      const { symbol } = verdictMarks[verdict]
      marks.set(symbol, (marks.get(symbol) ?? 0) + 1)
      const isStep = Math.floor((done * MOST_LINES) / count) > Math.floor(((done - 1) * MOST_LINES) / count)
      if (!rewrites && count > MOST_LINES && isStep && done < count) stream.write(`${describe()}\n`)
      show()
    },
    end: () => {
      if (rewrites && !ended) {
        cursorTo(stream, 0)
        clearLine(stream, 0)
      }
      ended = true
    },
  }
}
