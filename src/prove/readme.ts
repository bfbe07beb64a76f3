import { readFileSync, writeFileSync } from 'node:fs'
import type { Power } from './power.ts'
import { computeRates, computeScore, formatPercent } from './rates.ts'

const FILE = new URL('../../README.md', import.meta.url)

/** Writes the current rates into the README's table. */
export function saveReadmeRates(power: Power): void {
  const text = readFileSync(FILE, 'utf8')
  const updated = replaceRates(text, power)
  if (updated !== text) writeFileSync(FILE, updated)
}

/**
 * Replaces the rates in each table row whose first cell names an engine: MUST faults, false alarms, and the kit's mutation score.
 * In whole percent, so that one more server rarely changes the README.
 */
export function replaceRates(text: string, power: Power): string {
  return computeRates(power).reduce((before, { engine, must, falseAlarms }) => {
    const row = new RegExp(String.raw`^(\| ${engine} \|) \d+ % \| \d+ % \| (\d+ %|–) \|$`, 'm')
    if (!row.test(before)) throw new Error(`README.md has no table row with the rates of ${engine}`)
    // Only the kit's own checks run on mutants.
    const score = engine === 'kit' ? formatPercent(computeScore(power.mutants)) : '–'
    return before.replace(row, `$1 ${formatPercent(must)} | ${formatPercent(falseAlarms)} | ${score} |`)
  }, text)
}
