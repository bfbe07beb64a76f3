import type { Finding, Report } from '../../harness/report.ts'
import { escapeReport } from '../../reporters/text/escapeReport.ts'
import { findingMarks } from '../../reporters/text/marks.ts'
import type { Styler } from '../../reporters/text/styler.ts'
import { hangingIndent } from '../../reporters/text/wrap.ts'

const WORDS = { worse: 'new', better: 'fixed', unknown: 'no longer tested' }

/** What is different from the report before, as lines of text. Pure. */
export function describeChange(before: Report, after: Report, style: Styler): string[] {
  const earlier = new Map(before.findings.map((finding) => [finding.id, finding]))
  const changes = escapeReport(after).findings.flatMap((finding) => {
    const change = compare(earlier.get(finding.id), finding)
    return change === undefined ? [] : [{ finding, change }]
  })
  if (changes.length === 0) return ['Nothing changed since the last verdict.']
  const width = Math.max(...changes.map(({ change }) => WORDS[change].length))
  const lines = changes.flatMap(({ finding: { id, title, verdict }, change }) => {
    const { symbol, color } = findingMarks[verdict]
    return hangingIndent(`  ${symbol} ${WORDS[change].padEnd(width)}  ${id}   `, title, (label) =>
      label.replace(symbol, style(color, symbol)),
    )
  })
  return ['Changed since the last verdict:', ...lines]
}

function compare(before: Finding | undefined, after: Finding): keyof typeof WORDS | undefined {
  if (isWrong(after)) return isWrong(before) && before?.verdict === after.verdict ? undefined : 'worse'
  if (!isWrong(before)) return undefined
  return after.verdict === 'pass' || after.verdict === 'info' ? 'better' : 'unknown'
}

function isWrong(finding: Finding | undefined): boolean {
  return finding?.verdict === 'fail' || finding?.verdict === 'warn'
}
