import { compareReports } from '../../compare/compareReports.ts'
import { describeStep } from '../../compare/words.ts'
import type { Report } from '../../harness/report.ts'
import { escapeReport } from '../../reporters/text/escapeReport.ts'
import { findingMarks } from '../../reporters/text/marks.ts'
import type { Styler } from '../../reporters/text/styler.ts'
import { hangingIndent } from '../../reporters/text/wrap.ts'

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
