import type { Report } from '../../judge/report.ts'
import { compareReports } from '../../report/compare/compareReports.ts'
import { describeStep } from '../../report/compare/words.ts'
import { escapeReport } from '../../report/text/escapeReport.ts'
import { findingMarks } from '../../report/text/marks.ts'
import type { Styler } from '../../report/text/styler.ts'
import { hangingIndent } from '../../report/text/wrap.ts'

/** What is different from the report before, as lines of text. Pure. */
export function describeChange(before: Report, after: Report, style: Styler): string[] {
  const { worse, better, unclear, behaviour } = escapeReport(compareReports(before, after))
  const lines = [
    ...[...worse, ...better, ...unclear].flatMap((change) => {
      const { symbol, color } = findingMarks[change.after]
      const label = `  ${symbol} ${change.check}   `
      return hangingIndent(label, `${describeStep(change)}: ${change.title}`, (unstyled) =>
        unstyled.replace(symbol, style(color, symbol)),
      )
    }),
    ...behaviour.flatMap((each) => hangingIndent(`  ${each.what}   `, `${each.before} → ${each.after}`)),
  ]
  return lines.length === 0
    ? ['Nothing changed since the last verdict.']
    : ['Changed since the last verdict:', ...lines]
}
