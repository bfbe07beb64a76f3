import { pluralize } from '../../contract/words.ts'
import { clauseSource } from '../text/clausePlace.ts'
import { escapeReport } from '../text/escapeReport.ts'
import { codeBlock, codeCell, escapeMarkdown, markdownTable, textCell } from '../text/markdownText.ts'
import { findingMarks, verdictMarks } from '../text/marks.ts'
import { formatElapsed } from '../text/numbers.ts'
import { shorten } from '../text/wrap.ts'
import type { Fleet } from './fleet.ts'
import { createMatrix, describeColumn, describeFleet, describeTarget, resultOf } from './matrix.ts'

/** A wider table is hard to read. */
const MOST_COLUMNS = 30
const MAX_REASONS = 6_000

/** The fleet as Markdown for a comment on a pull request: a table of targets and checks, and what the checks require. */
export function fleetMarkdown(fleet: Fleet): string {
  const safe = escapeReport(fleet)
  const { verdict, requests, durationMs, exitCode, kit, contract, reasons } = safe
  const { columns, rows } = createMatrix(safe)
  const shown = columns.slice(0, MOST_COLUMNS)
  const facts = [pluralize(requests, 'request'), formatElapsed(durationMs), `exit ${exitCode}`]
  const checkedBy = `Checked by ${kit.name} ${kit.version} against ${contract.title} ${contract.version}.`
  const list = [
    ...reasons,
    ...rows.flatMap(({ target, reasons: [first] }) =>
      first === undefined ? [] : [`${target.name}: ${first.replaceAll('\n', ' ')}`],
    ),
  ]
  const parts = [
    `## ${escapeMarkdown(`${verdictMarks[verdict].symbol} ${describeFleet(safe)}`)}`,
    facts.join(' · '),
    ...markdownTable(
      ['', 'target', 'result', ...shown.map((_, index) => String(index + 1))],
      rows.map((row) => [
        verdictMarks[row.verdict].symbol,
        codeCell(row.target.name),
        describeTarget(row),
        ...shown.map((column) => findingMarks[resultOf(row, column)].symbol),
      ]),
    ),
    ...markdownTable(
      ['', 'check', 'requirement', 'source', 'targets'],
      columns.map((column, index) => [
        `${index + 1} ${findingMarks[column.verdict].symbol}`,
        codeCell(column.check.id),
        textCell(column.check.title),
        textCell(`${column.check.level}, ${clauseSource(column.check)}`),
        textCell(describeColumn(column, safe)),
      ]),
    ),
    ...(list.length === 0 ? [] : [codeBlock(shorten(list.join('\n'), MAX_REASONS))]),
    textCell(checkedBy),
  ]
  return `${parts.join('\n\n')}\n`
}
