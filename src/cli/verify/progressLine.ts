import type { ProgressEvent } from '../../harness/progress.ts'
import type { EngineName } from '../../harness/report.ts'
import { count } from '../../reporters/text/counts.ts'

/** The last event of each engine, in the order in which they were first heard of. */
export type Progress = Map<EngineName, ProgressEvent>

/** All engines in one line of at most `width` characters: `probes 42/120 · prism loading · dredd done`. */
export function progressLine(progress: Progress, width: number): string {
  const line = [...progress.values()].map(short).join(' · ')
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}…`
}

/** The stage that one engine has come to, as a line of a log: `dredd: judging 60 requests`. */
export function stageLine({ engine, state, done, total }: ProgressEvent): string {
  const requests = state === 'done' ? (done ?? total) : state === 'judging' ? total : undefined
  return `${engine}: ${state}${requests === undefined ? '' : ` ${count(requests, 'request')}`}`
}

function short({ engine, state, done, total }: ProgressEvent): string {
  if (state === 'loading' || state === 'failed') return `${engine} ${state}`
  if (state === 'done') return `${engine} done`
  return total === undefined ? `${engine} judging` : `${engine} ${done ?? 0}/${total}`
}
