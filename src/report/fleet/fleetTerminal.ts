import { pluralize } from '../../contract/words.ts'
import { listNotices } from '../text/baselineMark.ts'
import { clauseSource } from '../text/clausePlace.ts'
import { countColumns, fitColumns, isWider, padColumns } from '../text/columns.ts'
import { escapeReport } from '../text/escapeReport.ts'
import { findingMarks, verdictMarks } from '../text/marks.ts'
import { formatElapsed } from '../text/numbers.ts'
import { colored, plain, type Styler } from '../text/styler.ts'
import { COLUMNS, hangingIndent, shorten } from '../text/wrap.ts'
import type { Fleet, FleetTarget } from './fleet.ts'
import type { FleetOptions } from './fleetReporter.ts'
import {
  type Column,
  createMatrix,
  describeColumn,
  describeFleet,
  describeTarget,
  type Matrix,
  resultOf,
} from './matrix.ts'

const LONGEST_NAME = 30
/** Conformant targets that are listed without `verbose`. */
const MOST_CONFORMANT = 20
const MAX_REASON = 400

/** The fleet for people: a line for each target, a column for each check that one of them breaks, and what these check. */
export function fleetTerminal(fleet: Fleet, { color, verbose = false, hint }: FleetOptions): string {
  const style = color ? colored : plain
  const safe = escapeReport(fleet)
  const matrix = createMatrix(safe)
  const sections = [
    [headline(safe, style), ...safe.reasons.flatMap((reason) => hangingIndent('  ', reason))],
    table(matrix, verbose, style),
    matrix.columns.flatMap((column, index) => legend(column, index + 1, safe, style)),
    end(safe, hint, style),
  ]
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
  return `${texts.join('\n\n')}\n`
}

/** The verdict on a fleet in a few lines. */
export function fleetVerdict(fleet: Fleet, { color, hint }: FleetOptions): string {
  const style = color ? colored : plain
  const safe = escapeReport(fleet)
  const names = safe.targets
    .filter(({ verdict }) => verdict !== 'conformant')
    .map(({ target }) => target.name)
  const list = names.length === 0 ? [] : hangingIndent('  ', shorten(names.join(', '), MAX_REASON))
  return `${[headline(safe, style), ...list, ...end(safe, hint, style)].join('\n')}\n`
}

function headline(fleet: Fleet, style: Styler): string {
  const { requests, durationMs, exitCode } = fleet
  return `${verdictLine(fleet, style)}   ${pluralize(requests, 'request')}, ${formatElapsed(durationMs)}   exit ${exitCode}`
}

function verdictLine(fleet: Fleet, style: Styler): string {
  const { symbol, color } = verdictMarks[fleet.verdict]
  return style('bold', style(color, `${symbol} ${describeFleet(fleet)}`))
}

function table({ rows, columns }: Matrix, verbose: boolean, style: Styler): string[] {
  const conformant = rows.filter(({ verdict }) => verdict === 'conformant')
  const isShort = verbose || conformant.length <= MOST_CONFORMANT
  const listed = isShort ? rows : rows.filter(({ verdict }) => verdict !== 'conformant')
  const names = Math.max(0, ...listed.map(({ target }) => countColumns(cutName(target.name))))
  const results = Math.max(0, ...listed.map((row) => describeTarget(row).length))
  const width = String(columns.length).length + 1
  const start = 2 + names + 2 + results + 1
  const room = Math.max(1, Math.floor((COLUMNS - start - ' … 999'.length) / width))
  const shown = columns.slice(0, room)
  const numbers = shown.map((_, index) => String(index + 1).padStart(width)).join('')
  const lines = listed.flatMap((row) => {
    const { symbol, color } = verdictMarks[row.verdict]
    const cells = shown.map((column) => {
      const mark = findingMarks[resultOf(row, column)]
      return ' '.repeat(width - 1) + style(mark.color, mark.symbol)
    })
    const name = padColumns(cutName(row.target.name), names)
    const line = `${style(color, symbol)} ${style('bold', name)}  ${describeTarget(row).padEnd(results)} ${cells.join('')}`
    return [`${line}${countHidden(row, columns.slice(room))}`.trimEnd(), ...reasons(row)]
  })
  return [
    ...(shown.length === 0 ? [] : [style('dim', ' '.repeat(start) + numbers)]),
    ...lines,
    ...(isShort
      ? []
      : [
          style(
            'dim',
            `${verdictMarks.conformant.symbol} ${conformant.length} conformant; --verbose lists them`,
          ),
        ]),
  ]
}

/** How many of the columns that have no room a target does not pass. */
function countHidden(row: FleetTarget, hidden: readonly Column[]): string {
  const count = hidden.filter((column) => ['fail', 'warn'].includes(resultOf(row, column))).length
  return count === 0 ? '' : ` … ${count}`
}

function reasons(row: FleetTarget): string[] {
  return [...row.reasons, ...listNotices(row)]
    .slice(0, 1)
    .flatMap((reason) => hangingIndent('    ', shorten(reason, MAX_REASON)))
}

function cutName(name: string): string {
  return isWider(name, LONGEST_NAME) ? `${fitColumns(name, LONGEST_NAME - 1)}…` : name
}

/** What a column checks, and which targets do not pass. */
function legend(column: Column, number: number, fleet: Fleet, style: Styler): string[] {
  const { check, verdict } = column
  const { symbol, color } = findingMarks[verdict]
  const start = `${number} ${symbol} ${check.id}`
  const styled = `${number} ${style(color, symbol)} ${style('bold', check.id)}`
  const source = `${check.level}, ${clauseSource(check)}`
  const gap = COLUMNS - countColumns(`${start}   ${check.title}${source}`)
  return [
    ...(gap >= 2
      ? [`${styled}   ${check.title}${' '.repeat(gap)}${style('dim', source)}`]
      : hangingIndent(`${start}   `, check.title, () => `${styled}   `)),
    `    ${shorten(describeColumn(column, fleet), COLUMNS - 4)}`,
  ]
}

function end(fleet: Fleet, hint: string | undefined, style: Styler): string[] {
  const { kit, contract, exitCode } = fleet
  const facts = [
    ...(hint === undefined || fleet.verdict === 'conformant' ? [] : [hint]),
    `checked by ${kit.name} ${kit.version} against ${contract.title} ${contract.version}`,
  ]
  return [
    ...facts.flatMap((line) => hangingIndent('  ', line)).map((line) => style('dim', line)),
    `${verdictLine(fleet, style)} · exit ${exitCode}`,
  ]
}
