import type { Reporter } from '../reporter.ts'
import { escapeReport } from '../text/escapeReport.ts'
import { colored, plain } from '../text/styler.ts'
import { headline } from './headline.ts'
import { summaryLine } from './summaryLine.ts'

/** The verdict in a few lines, for a run whose reports are all data. */
export const verdict: Reporter = (report, { color }) => {
  const style = color ? colored : plain
  const safe = escapeReport(report)
  return `${[...headline(safe, style), summaryLine(safe, style)].join('\n')}\n`
}
