import { otherEngines } from './otherEngines.ts'
import { CELL, type FaultRow, type Power, type VariationRow } from './power.ts'

/** The results as Markdown: the rates, then a table of faults and one of variations. */
export function formatPower({ faults, variations }: Power): string {
  const engines = otherEngines.map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)} alone`)
  return `${[
    '## Rates',
    '',
    ...rates(faults, variations, engines),
    '',
    '## Faults',
    '',
    ...head('fault', 'a server that …', 'check', 'level', 'kit', ...engines),
    ...faults.map(({ id, title, check, level, kit, alone }) =>
      line(code(id), title, code(check), level, kit, ...alone),
    ),
    '',
    '## Variations',
    '',
    ...head('variation', 'a server that …', 'kit', ...engines),
    ...variations.map(({ id, title, kit, alone }) => line(code(id), title, kit, ...alone)),
  ].join('\n')}\n`
}

/** How many faults were reported, and on how many valid servers there was a false alarm, by engine. */
function rates(
  faults: readonly FaultRow[],
  variations: readonly VariationRow[],
  engines: readonly string[],
): string[] {
  const must = faults.filter(({ level }) => level === 'MUST')
  const others = faults.filter(({ level }) => level !== 'MUST')
  const row = (title: string, result: (row: FaultRow | VariationRow) => string | undefined): string => {
    const reported = (rows: readonly FaultRow[]) => rate(rows, (each) => result(each) === CELL.reported)
    const alarms = rate(variations, (each) => result(each)?.startsWith(CELL.falseAlarm) === true)
    return line(title, reported(must), reported(others), alarms)
  }
  const hasRun = (index: number): boolean =>
    [...faults, ...variations].some(({ alone }) => alone[index] !== CELL.noResult)
  return [
    ...head(
      'engine',
      'MUST faults reported',
      'SHOULD and INFO faults reported',
      'valid servers with false alarms',
    ),
    row('kit', ({ kit }) => kit),
    ...engines.flatMap((title, index) =>
      hasRun(index) ? [row(`${title}, on the same requests`, ({ alone }) => alone[index])] : [],
    ),
  ]
}

function rate<Row>(rows: readonly Row[], counts: (row: Row) => boolean): string {
  const some = rows.filter(counts).length
  return rows.length === 0
    ? 'none'
    : `${some} of ${rows.length} (${Math.round((some / rows.length) * 100)} %)`
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
