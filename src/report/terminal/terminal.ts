import type { Finding, FindingVerdict, Report } from '../../judge/report.ts'
import type { ReporterOptions } from '../reporter.ts'
import { describeListed, selectAbsent, selectShown, shownVerdict } from '../text/baselineMark.ts'
import { createReplayLine } from '../text/createReplayLine.ts'
import { escapeReport } from '../text/escapeReport.ts'
import { findingDetail } from '../text/findingDetail.ts'
import { findingMarks } from '../text/marks.ts'
import { formatOccurrences } from '../text/numbers.ts'
import { colored, plain, type Styler } from '../text/styler.ts'
import { hangingIndent } from '../text/wrap.ts'
import { clauseTable } from './clauseTable.ts'
import { engineList } from './engineList.ts'
import { headline } from './headline.ts'
import { summaryLines } from './summaryLine.ts'

/** Findings that are shown in full. A server with more has a few causes that explain most of them. */
const MOST_IN_FULL = 10

/** The report for people: the verdict, what to fix, most important first, and the verdict again. `verbose` adds every check. */
export function terminal(report: Report, options: ReporterOptions): string {
  const { color, verbose = false, program } = options
  const style = color ? colored : plain
  const safe = escapeReport(report)
  const replay = createReplayLine(safe, options)
  const broken = selectShown(safe.findings, 'fail', 'warn')
  const listed = selectShown(safe.findings, 'listed')
  const inFull = verbose ? [...broken, ...listed] : broken.slice(0, MOST_IN_FULL)
  const sections = [
    headline(safe, style),
    ...inFull.map((finding, index) =>
      findingDetail(finding, style, { number: index + 1, verbose, replay, program }),
    ),
    listOthers(broken.slice(inFull.length), inFull.length, style),
    verbose
      ? []
      : remarks('In the baseline', [...listed, ...selectAbsent(safe.findings)], describeListed, style),
    ...(verbose ? listAll(safe, style) : []),
    summaryLines(safe, style, options),
  ]
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
  return `${texts.join('\n\n')}\n`
}

/** One line for each finding that is not shown in full. */
function listOthers(findings: readonly Finding[], before: number, style: Styler): string[] {
  return findings.flatMap(({ check, title, verdict }, index) => {
    const { symbol, color } = findingMarks[verdict]
    const label = `${before + index + 1} ${symbol} ${check}   `
    return hangingIndent(label, title, (unstyled) => unstyled.replace(symbol, style(color, symbol)))
  })
}

function listAll(report: Report, style: Styler): string[][] {
  const withVerdict = (...verdicts: FindingVerdict[]) =>
    report.findings.filter(({ verdict }) => verdicts.includes(verdict))
  // If nothing was tested, the headline already says why.
  const tested = report.findings.some(({ verdict }) => verdict !== 'not-exercised')
  return [
    engineList(report.engines, style),
    ...(tested
      ? [
          clauseTable(report.findings, style),
          remarks('Not tested', withVerdict('not-exercised', 'inconclusive'), describeUntested, style),
        ]
      : []),
    remarks('Observations', withVerdict('info'), describeObservation, style),
  ]
}

function remarks(
  title: string,
  findings: Finding[],
  describe: (finding: Finding) => string,
  style: Styler,
): string[] {
  const width = Math.max(0, ...findings.map(({ check }) => check.length))
  const lines = findings.flatMap((finding) => {
    const { symbol, color } = findingMarks[shownVerdict(finding)]
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
