import { pluralize } from '../../contract/pluralize.ts'
import type { Report } from '../../harness/report.ts'
import { verdictMarks } from '../text/marks.ts'
import { formatElapsed } from '../text/numbers.ts'
import type { Styler } from '../text/styler.ts'
import { hangingIndent } from '../text/wrap.ts'

/** The verdict, and the reasons for it: the failed checks, and what kept the run from being complete. */
export function headline(report: Report, style: Styler): string[] {
  const { symbol, color } = verdictMarks[report.verdict]
  const { kit, contract, target, requests, durationMs, reasons, findings } = report
  const facts = [target.baseUrl, pluralize(requests, 'request'), formatElapsed(durationMs)]
  const failed = findings.filter((finding) => finding.verdict === 'fail').map(({ check }) => check)
  return [
    `${style('bold', style(color, `${symbol} ${report.verdict.toUpperCase()}`))}  ${facts.join(' · ')}`,
    ...(failed.length === 0
      ? []
      : hangingIndent('  ', `${pluralize(failed.length, 'check')} failed: ${failed.join(', ')}`)),
    ...reasons.flatMap((reason) => hangingIndent('  ', reason)),
    style('dim', `  checked by ${kit.name} ${kit.version} against ${contract.title} ${contract.version}`),
  ]
}
