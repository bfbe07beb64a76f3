import type { Report } from '../../harness/report.ts'
import { count, duration } from '../text/counts.ts'
import { beside } from '../text/wrap.ts'
import type { Ink } from './ink.ts'
import { verdictMarks } from './marks.ts'

/** The verdict in one line, then why it is what it is: the broken checks by name, and what was left open. */
export function headline(report: Report, ink: Ink): string[] {
  const { symbol, style } = verdictMarks[report.verdict]
  const { kit, contract, target, requests, durationMs, reasons, findings } = report
  const facts = [target.baseUrl, count(requests, 'request'), duration(durationMs)]
  const broken = findings.filter((finding) => finding.verdict === 'fail').map(({ check }) => check)
  return [
    `${ink('bold', ink(style, `${symbol} ${report.verdict.toUpperCase()}`))}  ${facts.join(' · ')}`,
    ...(broken.length === 0
      ? []
      : beside('  ', `${count(broken.length, 'check')} broken: ${broken.join(', ')}`)),
    ...reasons.flatMap((reason) => beside('  ', reason)),
    ink(
      'dim',
      `  judged by ${kit.name} ${kit.version} against the contract ${contract.title} ${contract.version}`,
    ),
  ]
}
