import { pluralize } from '../../contract/pluralize.ts'
import type { Report } from '../../harness/report.ts'
import { verdictMarks } from '../text/marks.ts'
import type { Styler } from '../text/styler.ts'

/** The counts. They come last, so that they are visible above the prompt after a long report. */
export function summaryLine(report: Report, style: Styler): string {
  const { symbol, color } = verdictMarks[report.verdict]
  const { violations, warnings, infos, notExercised, inconclusive, passed } = report.summary
  const counts: [number, string][] = [
    [violations, pluralize(violations, 'violation')],
    [warnings, pluralize(warnings, 'warning')],
    [passed, `${passed} passed`],
    [notExercised, `${notExercised} not exercised`],
    [inconclusive, `${inconclusive} inconclusive`],
    [infos, pluralize(infos, 'observation')],
  ]
  const texts = counts.filter(([number]) => number > 0).map(([, text]) => text)
  return `${style(color, symbol)} ${[...texts, `exit code ${report.exitCode}`].join(' · ')}`
}
