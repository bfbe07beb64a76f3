import { pluralize } from '../../contract/pluralize.ts'
import type { Report } from '../../harness/report.ts'
import { findingMarks, verdictMarks } from '../text/marks.ts'
import { formatElapsed } from '../text/numbers.ts'
import type { Styler } from '../text/styler.ts'
import { hangingIndent } from '../text/wrap.ts'

/** The verdict, and the reasons for it: what kept the run from being complete, and the engines that did not run. */
export function headline(report: Report, style: Styler): string[] {
  const { requests, durationMs, verdict, reasons, engines, exitCode } = report
  const facts = [
    describeTarget(report),
    `${pluralize(requests, 'request')}, ${formatElapsed(durationMs)}`,
    `exit ${exitCode}`,
  ]
  const absent = engines.filter(({ status, detail }) => status === 'skipped' && !reasons.includes(detail))
  return [
    `${describeVerdict(report, style)}   ${facts.join('   ')}`,
    // With violations, those come first.
    ...(verdict === 'violations' ? [] : describeReasons(report)),
    ...absent
      .flatMap(({ name, detail }) => hangingIndent('  ', `${name} skipped: ${detail}`))
      .map((line) => style('dim', line)),
  ]
}

/** What kept the run from being complete, and what to do about it. */
export function describeReasons({ reasons }: Report): string[] {
  return reasons.flatMap((reason) => hangingIndent('  ', reason))
}

/** `✗ 1 requirement broken, 2 warnings`. */
export function describeVerdict({ verdict, summary }: Report, style: Styler): string {
  const { symbol, color } = verdictMarks[verdict]
  const { violations, warnings } = summary
  const first = verdict === 'violations' ? `${pluralize(violations, 'requirement')} broken` : verdict
  const shown = style('bold', style(color, `${symbol} ${first}`))
  if (warnings === 0) return shown
  const { symbol: mark, color: warning } = findingMarks.warn
  return `${shown}, ${style('bold', style(warning, `${mark} ${pluralize(warnings, 'warning')}`))}`
}

function describeTarget({ target: { name, baseUrl } }: Report): string {
  return baseUrl.includes(name) ? baseUrl : `${name} ${baseUrl}`
}
