import type { EngineReport } from '../../judge/report.ts'
import { engineMarks } from '../text/marks.ts'
import { formatElapsed } from '../text/numbers.ts'
import type { Styler } from '../text/styler.ts'
import { hangingIndent } from '../text/wrap.ts'

/** One line per engine: what it judged and how long it took, or why it didn't and what to do. */
export function engineList(engines: readonly EngineReport[], style: Styler): string[] {
  const width = Math.max(0, ...engines.map((engine) => nameAndVersion(engine).length))
  const lines = engines.flatMap((engine) => {
    const { symbol, color } = engineMarks[engine.status]
    const label = `  ${symbol} ${nameAndVersion(engine).padEnd(width)}  `
    return hangingIndent(label, outcome(engine), (unstyled) => unstyled.replace(symbol, style(color, symbol)))
  })
  return lines.length === 0 ? [] : [style('bold', 'Engines'), ...lines]
}

function nameAndVersion({ name, version }: EngineReport): string {
  return `${name} ${version}`.trim()
}

function outcome({ status, detail, durationMs }: EngineReport): string {
  if (status === 'completed') return `${detail}, ${formatElapsed(durationMs)}`
  return detail === '' ? status : `${status}: ${detail}`
}
