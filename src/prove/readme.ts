import { readFileSync, writeFileSync } from 'node:fs'
import type { Power } from './power.ts'
import { computeRates } from './rates.ts'

const FILE = new URL('../../README.md', import.meta.url)

/** Writes the current rates into the README's table. */
export function saveReadmeRates(power: Power): void {
  const text = readFileSync(FILE, 'utf8')
  const updated = withRates(text, power)
  if (updated !== text) writeFileSync(FILE, updated)
}

/** Replaces the rates in each table row whose first cell names an engine: MUST faults, then false alarms. */
export function withRates(text: string, power: Power): string {
  return computeRates(power).reduce((before, { engine, must, falseAlarms }) => {
    const row = new RegExp(
      String.raw`^(\|[^|]*\b${engine}\b[^|]*\|[^|]*?)\d+ of \d+([^|]*\|[^|]*?)\d+ of \d+`,
      'm',
    )
    if (!row.test(before)) throw new Error(`README.md has no table row with the rates of ${engine}`)
    return before.replace(row, `$1${must}$2${falseAlarms}`)
  }, text)
}
