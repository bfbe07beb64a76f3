import { escapeReport } from '../text/escapeReport.ts'
import { codeCell, markdownTable, textCell } from '../text/markdownText.ts'
import { findingMarks } from '../text/marks.ts'
import type { Change, Comparison, Side } from './comparison.ts'
import { describeStep, foldUnclear, markComparison, summariseComparison } from './words.ts'

/** Characters of each of the four tables. A comment on GitHub has at most 65,536. */
const MAX_TABLE = 12_000

/** The comparison as Markdown for a comment on a pull request. */
export function markdown(unsafe: Comparison): string {
  const comparison = escapeReport(unsafe)
  const { before, after, worse, better, behaviour, unclear, runs } = comparison
  const folded = foldUnclear(comparison)
  const { symbol } = markComparison(comparison)
  const blocks = [
    `## ${symbol} ${textCell(summariseComparison(comparison))}`,
    `Before: ${describeSide(before)}. After: ${describeSide(after)}.`,
    ...table('Worse', ['', 'check', 'change', 'requirement', 'now'], worse.map(toRow)),
    ...table('Better', ['', 'check', 'change', 'requirement', 'before'], better.map(toRow)),
    ...table(
      'Other behaviour',
      ['', 'before', 'after'],
      behaviour.map(({ what, before: then, after: now }) => [codeCell(what), textCell(then), textCell(now)]),
    ),
    // What was different about the runs explains what is unclear.
    ...(runs.length === 0
      ? []
      : [`### About the runs\n\n${runs.map((text) => `- ${textCell(text)}`).join('\n')}`]),
    ...(folded === undefined
      ? table('Unclear', ['', 'check', 'change', 'requirement', ''], unclear.map(toRow))
      : [`### Unclear\n\n${textCell(folded)}`]),
  ]
  return `${blocks.join('\n\n')}\n`
}

function describeSide({ target, startedAt, verdict }: Side): string {
  return `${codeCell(target.name)}, ${textCell(startedAt)}, ${verdict}`
}

function toRow(change: Change): string[] {
  const { check, title, after, message = '' } = change
  return [
    findingMarks[after].symbol,
    codeCell(check),
    textCell(describeStep(change)),
    textCell(title),
    textCell(message),
  ]
}

function table(title: string, headings: readonly string[], rows: readonly string[][]): string[] {
  return markdownTable(headings, rows, MAX_TABLE).map((lines) => `### ${title}\n\n${lines}`)
}
