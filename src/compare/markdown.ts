import { escapeReport } from '../reporters/text/escapeReport.ts'
import { escapeMarkdown, inlineCode } from '../reporters/text/markdownText.ts'
import { findingMarks } from '../reporters/text/marks.ts'
import { shorten } from '../reporters/text/wrap.ts'
import type { Change, Comparison, Side } from './comparison.ts'
import { describeStep, foldUnclear, markComparison, summariseComparison } from './words.ts'

const MAX_CELL = 300
/** Rows of one table. A comment on GitHub has at most 65,536 characters. */
const MOST_ROWS = 40

/** The comparison as Markdown for a comment on a pull request. */
export function markdown(unsafe: Comparison): string {
  const comparison = escapeReport(unsafe)
  const { before, after, worse, better, behaviour, unclear, runs } = comparison
  const folded = foldUnclear(comparison)
  const { symbol } = markComparison(comparison)
  const blocks = [
    `## ${symbol} ${plainText(summariseComparison(comparison))}`,
    `Before: ${describeSide(before)}. After: ${describeSide(after)}.`,
    ...table('Worse', ['', 'check', 'change', 'requirement', 'now'], worse.map(toRow)),
    ...table('Better', ['', 'check', 'change', 'requirement', 'before'], better.map(toRow)),
    ...table(
      'Other behaviour',
      ['', 'before', 'after'],
      behaviour.map(({ what, before: then, after: now }) => [code(what), plainText(then), plainText(now)]),
    ),
    ...(folded === undefined
      ? table('Unclear', ['', 'check', 'change', 'requirement', ''], unclear.map(toRow))
      : [`### Unclear\n\n${plainText(folded)}`]),
    ...(runs.length === 0
      ? []
      : [`### About the runs\n\n${runs.map((text) => `- ${plainText(text)}`).join('\n')}`]),
  ]
  return `${blocks.join('\n\n')}\n`
}

function describeSide({ target, startedAt, verdict }: Side): string {
  return `${code(target.name)}, ${plainText(startedAt)}, ${verdict}`
}

function toRow(change: Change): string[] {
  const { check, title, after, message = '' } = change
  return [
    findingMarks[after].symbol,
    code(check),
    plainText(describeStep(change)),
    plainText(title),
    plainText(message),
  ]
}

function table(title: string, headings: readonly string[], rows: readonly string[][]): string[] {
  if (rows.length === 0) return []
  const hidden = rows.length - MOST_ROWS
  const lines = [headings, headings.map(() => '---'), ...rows.slice(0, MOST_ROWS)].map(
    (cells) => `| ${cells.join(' | ')} |`,
  )
  return [[`### ${title}`, '', ...lines, ...(hidden > 0 ? ['', `… ${hidden} more`] : [])].join('\n')]
}

function code(value: string): string {
  return inlineCode(shorten(value, MAX_CELL))
}

function plainText(value: string): string {
  return escapeMarkdown(shorten(value, MAX_CELL))
}
