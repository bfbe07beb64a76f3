import { pluralize } from '../../contract/words.ts'
import type { Reporter } from '../reporter.ts'
import { selectShown } from '../text/baselineMark.ts'
import { escapeReport } from '../text/escapeReport.ts'
import { colored, plain } from '../text/styler.ts'
import { hangingIndent } from '../text/wrap.ts'
import { headline } from './headline.ts'
import { summaryLines } from './summaryLine.ts'

/** The verdict in a few lines, for a run whose reports are all data. */
export const verdict: Reporter = (report, options) => {
  const style = options.color ? colored : plain
  const safe = escapeReport(report)
  const failed = selectShown(safe.findings, 'fail').map(({ check }) => check)
  const list =
    failed.length === 0
      ? []
      : hangingIndent('  ', `${pluralize(failed.length, 'check')} failed: ${failed.join(', ')}`)
  return `${[...headline(safe, style), ...list, ...summaryLines(safe, style, options)].join('\n')}\n`
}
