import { pluralize } from '../../contract/words.ts'
import type { Report } from '../../judge/report.ts'
import { listNotices, listReasons } from '../text/baselineMark.ts'
import { findingMarks, verdictMarks } from '../text/marks.ts'
import { formatElapsed } from '../text/numbers.ts'
import type { Styler } from '../text/styler.ts'
import { hangingIndent } from '../text/wrap.ts'

/** The verdict, the reasons for it, what is no longer accepted, and what will fail the run soon. */
export function headline(report: Report, style: Styler): string[] {
  const { requests, durationMs, exitCode } = report
  const facts = [
    describeTarget(report),
    `${pluralize(requests, 'request')}, ${formatElapsed(durationMs)}`,
    `exit ${exitCode}`,
  ]
  return [
    `${describeVerdict(report, style)}   ${facts.join('   ')}`,
    // With violations, those come first.
    ...(report.summary.violations > 0 ? [] : describeReasons(report)),
    ...listNotices(report).flatMap((notice) => hangingIndent('  ', notice)),
  ]
}

/** What is wrong with the baseline, what kept the run from being complete, and what to do about it. */
export function describeReasons(report: Report): string[] {
  return listReasons(report).flatMap((reason) => hangingIndent('  ', reason))
}

/** `✗ 1 requirement broken, 2 warnings`. */
export function describeVerdict(report: Report, style: Styler): string {
  const { symbol, color } = verdictMarks[report.verdict]
  const { warnings, listed = 0 } = report.summary
  const others = [
    { count: warnings, ...findingMarks.warn, text: pluralize(warnings, 'warning') },
    { count: listed, ...findingMarks.listed, text: `${listed} in the baseline` },
  ].filter(({ count }) => count > 0)
  return [{ symbol, color, text: nameVerdict(report) }, ...others]
    .map((part) => style('bold', style(part.color, `${part.symbol} ${part.text}`)))
    .join(', ')
}

/** What fails the run, in a few words, or that nothing does. */
export function nameVerdict({ verdict, summary, baseline }: Report): string {
  if (verdict !== 'violations') return verdict
  const { violations } = summary
  if (violations > 0 || baseline === undefined) return `${pluralize(violations, 'requirement')} broken`
  return `${pluralize(baseline.problems.length, 'entry', 'entries')} of the baseline out of date`
}

function describeTarget({ target: { name, baseUrl } }: Report): string {
  return baseUrl.includes(name) ? baseUrl : `${name} ${baseUrl}`
}
