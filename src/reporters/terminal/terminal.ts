import type { Finding, FindingVerdict, Report } from '../../harness/report.ts'
import type { ReporterOptions } from '../reporter.ts'
import { occurrences } from '../text/counts.ts'
import { visibleReport } from '../text/visible.ts'
import { beside } from '../text/wrap.ts'
import { clauseTable } from './clauseTable.ts'
import { engineList } from './engineList.ts'
import { findingDetail } from './findingDetail.ts'
import { headline } from './headline.ts'
import { colored, type Ink, plain } from './ink.ts'
import { findingMarks } from './marks.ts'
import { tally } from './tally.ts'

/** The report for a person: the verdict, who judged what, then each thing to act on, the most pressing first. */
export function terminal(report: Report, options: ReporterOptions): string {
  const ink = options.color ? colored : plain
  const shown = visibleReport(report)
  const having = (...verdicts: FindingVerdict[]) =>
    shown.findings.filter((finding) => verdicts.includes(finding.verdict))
  // A target that could not be asked has nothing to list: why not is all there is to say.
  const asked = shown.findings.some(({ verdict }) => verdict !== 'not-exercised')
  const sections = [
    headline(shown, ink),
    engineList(shown.engines, ink),
    asked ? clauseTable(shown.findings, ink) : [],
    details('Violations', having('fail'), ink),
    details('Warnings', having('warn'), ink),
    asked ? remarks('Not judged', having('not-exercised', 'inconclusive'), unjudged, ink) : [],
    remarks('Observations', having('info'), observed, ink),
    [tally(shown, ink)],
  ]
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
  return `${texts.join('\n\n')}\n`
}

const PRESSING = { MUST: 0, SHOULD: 1, INFO: 2 }

function details(title: string, findings: Finding[], ink: Ink): string[] {
  const sorted = findings.toSorted((one, other) => PRESSING[one.level] - PRESSING[other.level])
  return sorted.flatMap((finding, index) => [
    ...(index === 0 ? [ink('bold', title)] : []),
    '',
    ...findingDetail(finding, ink),
  ])
}

function remarks(title: string, findings: Finding[], say: (finding: Finding) => string, ink: Ink): string[] {
  const width = Math.max(0, ...findings.map(({ check }) => check.length))
  const lines = findings.flatMap((finding) => {
    const { symbol, style } = findingMarks[finding.verdict]
    const label = `  ${symbol} ${finding.check.padEnd(width)}  `
    return beside(label, say(finding), (shown) => shown.replace(symbol, ink(style, symbol)))
  })
  return lines.length === 0 ? [] : [ink('bold', title), ...lines]
}

function unjudged({ verdict, note }: Finding): string {
  const state = verdict === 'inconclusive' ? 'inconclusive' : 'not exercised'
  return note === undefined ? state : `${state}: ${note}`
}

function observed(finding: Finding): string {
  const [first] = finding.violations
  return `${first === undefined ? finding.title : first.message} (${occurrences(finding)})`
}
