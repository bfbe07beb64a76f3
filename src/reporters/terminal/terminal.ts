import type { Finding, FindingVerdict, Report } from '../../harness/report.ts'
import type { ReporterOptions } from '../reporter.ts'
import { escapeReport } from '../text/escapeReport.ts'
import { findingDetail } from '../text/findingDetail.ts'
import { findingMarks } from '../text/marks.ts'
import { formatOccurrences } from '../text/numbers.ts'
import { colored, plain, type Styler } from '../text/styler.ts'
import { hangingIndent } from '../text/wrap.ts'
import { clauseTable } from './clauseTable.ts'
import { engineList } from './engineList.ts'
import { headline } from './headline.ts'
import { summaryLine } from './summaryLine.ts'

/** The report for people: the verdict, every check with the engines that reported it, then details of what to fix, most important first. */
export function terminal(report: Report, options: ReporterOptions): string {
  const style = options.color ? colored : plain
  const safe = escapeReport(report)
  const withVerdict = (...verdicts: FindingVerdict[]) =>
    safe.findings.filter((finding) => verdicts.includes(finding.verdict))
  // If nothing was tested, the headline already says why.
  const tested = safe.findings.some(({ verdict }) => verdict !== 'not-exercised')
  const sections = [
    headline(safe, style),
    engineList(safe.engines, style),
    tested ? clauseTable(safe.findings, style) : [],
    details('Violations', withVerdict('fail'), style),
    details('Warnings', withVerdict('warn'), style),
    tested
      ? remarks('Not tested', withVerdict('not-exercised', 'inconclusive'), describeUntested, style)
      : [],
    remarks('Observations', withVerdict('info'), describeObservation, style),
    [summaryLine(safe, style)],
  ]
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
  return `${texts.join('\n\n')}\n`
}

const ORDER = { MUST: 0, SHOULD: 1, INFO: 2 }

function details(title: string, findings: Finding[], style: Styler): string[] {
  const sorted = findings.toSorted((one, other) => ORDER[one.level] - ORDER[other.level])
  return sorted.flatMap((finding, index) => [
    ...(index === 0 ? [style('bold', title)] : []),
    '',
    ...findingDetail(finding, style),
  ])
}

function remarks(
  title: string,
  findings: Finding[],
  describe: (finding: Finding) => string,
  style: Styler,
): string[] {
  const width = Math.max(0, ...findings.map(({ check }) => check.length))
  const lines = findings.flatMap((finding) => {
    const { symbol, color } = findingMarks[finding.verdict]
    const label = `  ${symbol} ${finding.check.padEnd(width)}  `
    return hangingIndent(label, describe(finding), (unstyled) =>
      unstyled.replace(symbol, style(color, symbol)),
    )
  })
  return lines.length === 0 ? [] : [style('bold', title), ...lines]
}

function describeUntested({ verdict, note }: Finding): string {
  const state = verdict === 'inconclusive' ? 'inconclusive' : 'not exercised'
  return note === undefined ? state : `${state}: ${note}`
}

function describeObservation(finding: Finding): string {
  const [first, ...others] = finding.violations
  const more = others.length === 0 ? '' : `; ${others.length} more in the JSON report`
  return `${first === undefined ? finding.title : first.message} (${formatOccurrences(finding)}${more})`
}
