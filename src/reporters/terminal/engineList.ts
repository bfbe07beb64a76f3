import type { EngineReport } from '../../harness/report.ts'
import { duration } from '../text/counts.ts'
import { beside } from '../text/wrap.ts'
import type { Ink } from './ink.ts'
import { engineMarks } from './marks.ts'

/** A line for each engine: what it judged and how long it took, or why it could not and what to do about it. */
export function engineList(engines: readonly EngineReport[], ink: Ink): string[] {
  const width = Math.max(0, ...engines.map((engine) => nameOf(engine).length))
  const lines = engines.flatMap((engine) => {
    const { symbol, style } = engineMarks[engine.status]
    const label = `  ${symbol} ${nameOf(engine).padEnd(width)}  `
    return beside(label, outcome(engine), (shown) => shown.replace(symbol, ink(style, symbol)))
  })
  return lines.length === 0 ? [] : [ink('bold', 'Engines'), ...lines]
}

function nameOf({ name, version }: EngineReport): string {
  return `${name} ${version}`.trim()
}

function outcome({ status, detail, durationMs }: EngineReport): string {
  if (status === 'completed') return `${detail}, ${duration(durationMs)}`
  return detail === '' ? status : `${status}: ${detail}`
}
