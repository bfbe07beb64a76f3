import { otherEngines } from './otherEngines.ts'
import { CELL, type FaultRow, type MutantRow, type Power, type VariationRow } from './power.ts'

/** How many of `total` servers. */
export type Rate = { count: number; total: number }

/** What one engine reported. */
export type Rates = { engine: string; must: Rate; others: Rate; falseAlarms: Rate }

/** How many faults each engine reported, and on how many valid servers it had a false alarm. */
export function computeRates({ faults, variations }: Power): Rates[] {
  const must = faults.filter(({ level }) => level === 'MUST')
  const others = faults.filter(({ level }) => level !== 'MUST')
  const ratesFor = (engine: string, result: (row: FaultRow | VariationRow) => string | undefined): Rates => {
    const reported = (rows: readonly FaultRow[]) => countRate(rows, (row) => result(row) === CELL.reported)
    const falseAlarms = countRate(variations, (row) => result(row)?.startsWith(CELL.falseAlarm) === true)
    return { engine, must: reported(must), others: reported(others), falseAlarms }
  }
  const measured = otherEngines.flatMap((name, index) => {
    const hasResult = [...faults, ...variations].some(({ alone }) => alone[index] !== CELL.noResult)
    return hasResult ? [ratesFor(formatAloneTitle(name), ({ alone }) => alone[index])] : []
  })
  return [ratesFor('kit', ({ kit }) => kit), ...measured]
}

/** How many mutants the kit kills, of those that are not valid servers. */
export function computeScore(rows: readonly MutantRow[]): Rate {
  return {
    count: rows.reduce((sum, { killed }) => sum + killed, 0),
    total: rows.reduce((sum, row) => sum + row.mutants - row.equivalent - row['false kills'], 0),
  }
}

/** What the tables call an engine without the kit. */
export function formatAloneTitle(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} alone`
}

/** A rate in whole percent, such as `30 %`. */
export function formatPercent({ count, total }: Rate): string {
  return `${total === 0 ? 0 : Math.round((count / total) * 100)} %`
}

function countRate<Row>(rows: readonly Row[], counts: (row: Row) => boolean): Rate {
  return { count: rows.filter(counts).length, total: rows.length }
}
