import { otherEngines } from './otherEngines.ts'
import { type MutantRow, mutantCounts, type Power } from './power.ts'
import { computeRates, computeScore, formatAloneTitle, formatPercent, type Rate } from './rates.ts'

/** The results as Markdown: the rates, then a table of faults and one of variations. */
export function formatPower(power: Power): string {
  const engines = otherEngines.map(formatAloneTitle)
  return `${[
    '## Rates',
    '',
    ...head('engine', 'MUST faults reported', 'other faults reported', 'false alarms on valid servers'),
    ...computeRates(power).map(({ engine, must, others, falseAlarms }) =>
      line(engine, formatRate(must), formatRate(others), formatRate(falseAlarms)),
    ),
    '',
    ...formatMutants(power.mutants),
    '## Faults',
    '',
    ...head('fault', 'a server that …', 'check', 'level', 'kit', ...engines),
    ...power.faults.map(({ id, title, check, level, kit, alone }) =>
      line(code(id), title, code(check), level, kit, ...alone),
    ),
    '',
    '## Variations',
    '',
    ...head('variation', 'a server that …', 'kit', ...engines),
    ...power.variations.map(({ id, title, kit, alone }) => line(code(id), title, kit, ...alone)),
  ].join('\n')}\n`
}

/** The table of mutants, or nothing if none were made. */
export function formatMutants(rows: readonly MutantRow[]): string[] {
  if (rows.length === 0) return []
  return [
    '## Mutants',
    '',
    ...head('server', 'what it is', ...mutantCounts, 'score'),
    ...rows.map((row) =>
      line(
        code(row.id),
        row.title,
        ...mutantCounts.map((name) => String(row[name])),
        formatRate(computeScore([row])),
      ),
    ),
    '',
  ]
}

function formatRate(rate: Rate): string {
  return rate.total === 0 ? 'none' : `${rate.count} of ${rate.total} (${formatPercent(rate)})`
}

function head(...titles: readonly string[]): string[] {
  return [line(...titles), line(...titles.map(() => '---'))]
}

function code(text: string): string {
  return `\`${text}\``
}

function line(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
