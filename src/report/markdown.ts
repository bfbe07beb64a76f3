import { pluralize } from '../contract/words.ts'
import type { Finding, Report } from '../judge/report.ts'
import type { ReporterOptions } from './reporter.ts'
import { describeVerdict } from './terminal/headline.ts'
import { describeListed, listNotices, listReasons, selectAbsent, selectShown } from './text/baselineMark.ts'
import { createReplayLine } from './text/createReplayLine.ts'
import { escapeReport } from './text/escapeReport.ts'
import { type DetailOptions, findingDetail } from './text/findingDetail.ts'
import {
  codeBlock,
  codeCell,
  escapeHtml,
  escapeMarkdown,
  markdownTable,
  takeFitting,
  textCell,
} from './text/markdownText.ts'
import { findingMarks } from './text/marks.ts'
import { formatElapsed } from './text/numbers.ts'
import { plain } from './text/styler.ts'
import { shorten } from './text/wrap.ts'

/** Characters. A comment on GitHub has at most 65,536. */
const MAX_LENGTH = 60_000
/** One finding must not take the place of the others. */
const MAX_DETAIL = 6_000
const MAX_CELL = 300

/** The report as Markdown for a comment on a pull request: the verdict and what is wrong, with the details folded. */
export function markdown(report: Report, options: ReporterOptions): string {
  const safe = escapeReport(report)
  const { target, requests, durationMs, kit, contract, findings } = safe
  const { plan } = safe.options
  const again = { replay: createReplayLine(safe, options), program: options.program }
  const reasons = [...listReasons(safe), ...listNotices(safe)]
  const wrong = selectShown(findings, 'fail', 'warn')
  const listed = [...selectShown(findings, 'listed'), ...selectAbsent(findings)]
  const untested = findings.filter(({ verdict }) => verdict === 'not-exercised' || verdict === 'inconclusive')
  const facts = [
    codeCell(target.baseUrl),
    pluralize(requests, 'request'),
    formatElapsed(durationMs),
    `exit ${safe.exitCode}`,
  ]
  const head = [
    `## ${escapeMarkdown(describeVerdict(safe, plain))}: ${codeCell(target.name)}`,
    facts.join(' · '),
    ...(reasons.length === 0 ? [] : [codeBlock(shorten(reasons.join('\n'), MAX_DETAIL))]),
    ...markdownTable(['', 'check', 'requirement', 'when', 'fix'], wrong.map(toRow)),
  ]
  const checkedBy = `Checked by ${kit.name} ${kit.version} against ${contract.title} ${contract.version}${plan === undefined ? '' : `, plan ${plan}`}${target.route === undefined ? '' : `, ${target.route}`}.`
  const end = textCell(checkedBy)
  const folded = [
    ...wrong.map((finding) => fold(summarise(finding), codeBlock(describe(finding, again)))),
    ...markdownTable(['check', 'requirement', 'baseline'], listed.map(toListed)).map((listedTable) =>
      fold(`${findingMarks.listed.symbol} ${listed.length} in the baseline`, listedTable),
    ),
    // If nothing was tested, the reasons above say why.
    ...(reasons.length > 0 && untested.length === findings.length
      ? ['No check could be tested.']
      : markdownTable(['check', 'reason'], untested.map(toReason)).map((reasonTable) =>
          fold(`${pluralize(untested.length, 'check')} not tested`, reasonTable),
        )),
  ]
  const shown = takeFitting(folded, MAX_LENGTH - [...head, end].join('\n\n').length - 100)
  const hidden = folded.length - shown.length
  const rest = hidden === 0 ? [] : [`The JSON report has ${hidden} more.`]
  return `${[...head, ...shown, ...rest, end].join('\n\n')}\n`
}

function toRow(finding: Finding): string[] {
  const { check, title, when = '', fix, verdict } = finding
  return [findingMarks[verdict].symbol, codeCell(check), textCell(title), textCell(when), textCell(fix)]
}

function toListed(finding: Finding): string[] {
  return [codeCell(finding.check), textCell(finding.title), textCell(describeListed(finding))]
}

function toReason({ check, note, title, verdict }: Finding): string[] {
  return [codeCell(check), textCell(`${verdict === 'inconclusive' ? 'inconclusive: ' : ''}${note ?? title}`)]
}

function summarise({ verdict, check, title }: Finding): string {
  // Inside of HTML, backticks are not Markdown.
  const text = escapeHtml(shorten(title, MAX_CELL)).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
  return `${findingMarks[verdict].symbol} <code>${escapeHtml(check)}</code> ${text}`
}

function describe(finding: Finding, again: DetailOptions): string {
  return shorten(findingDetail(finding, plain, again).join('\n'), MAX_DETAIL)
}

function fold(summary: string, block: string): string {
  return `<details><summary>${summary}</summary>\n\n${block}\n\n</details>`
}
