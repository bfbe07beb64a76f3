import { readFileSync, writeFileSync } from 'node:fs'
import { addUsual, areCompatible, dropUsual } from '../../contract-tests/plan/design/dimensions.ts'
import { rowConditions } from '../../contract-tests/plan/design/rowStages.ts'
import type { Conditions } from '../../src/judge/exchange.ts'
import { listPossiblePairs, namePairs } from './pairs.ts'

// After a change of the dimensions or of rows.ts, `npm run design` changes the rows until every possible pair of values occurs in a row (a
// covering array of strength two). If no pair is missing, the rows stay the same. The search takes seconds, so rows.ts stores the result.

/** The number of changes after which the search gives up. */
const CHANGES = 5_000
/** The number of changes before the same row can change again. Otherwise, the search could undo its own changes forever. */
const REST = 15
/**
 * The dimensions whose values are chosen by hand, such as the user and the place among the other requests. The operator sends most of
 * the limits that show whether a server ignores limits, because other users may have too few plants.
 */
const PLACING = ['user', 'http', 'position', 'before', 'together']
/** Some rows keep these limits: they request the whole list, or are the refused request before another row. */
const KEPT_LIMITS = ['none', 'invalid']

const pairs = new Map(listPossiblePairs().map((pair) => [namePairs(pair).join(), pair]))
const rows = rowConditions.map(addUsual)
const counts = new Map([...pairs.keys()].map((name) => [name, 0]))
for (const row of rows) count(row, 1)
const resting: (number | undefined)[] = []

// This is a tabu search: see Nurmela, "Upper bounds for covering arrays by tabu search" (2004).
for (let change = 0; change < CHANGES; change++) {
  const missing = listMissing()
  const pair = missing[Math.floor(Math.random() * missing.length)]
  if (pair === undefined) break
  let best: { index: number; row: Conditions; gain: number } | undefined
  for (const [index, old] of rows.entries()) {
    const row = { ...old, ...pair }
    if (resting.includes(index) || !isAllowed(row, old, rows[index + 1])) continue
    const gain = computeGain(row, old) + Math.random()
    if (best === undefined || gain > best.gain) best = { index, row, gain }
  }
  if (best) {
    count(rows[best.index] ?? {}, -1)
    count(best.row, 1)
    rows[best.index] = best.row
  }
  resting.push(best?.index)
  if (resting.length > REST) resting.shift()
}
const missing = listMissing()
if (missing.length > 0)
  throw new Error(
    `run this again or add a row: no row has ${missing.map((pair) => JSON.stringify(pair)).join(' ')}`,
  )

const file = new URL('../../contract-tests/plan/design/rows.ts', import.meta.url)
let text = readFileSync(file, 'utf8')
for (const [index, row] of rows.entries())
  text = text.replace(`: ${format(rowConditions[index] ?? {})}',`, `: ${format(dropUsual(row))}',`)
writeFileSync(file, text)

/** Adds a row's pairs to the counts, or removes them. */
function count(row: Conditions, times: 1 | -1): void {
  for (const name of namePairs(row)) {
    const before = counts.get(name)
    if (before !== undefined) counts.set(name, before + times)
  }
}

function listMissing(): Conditions[] {
  return [...pairs].flatMap(([name, pair]) => (counts.get(name) === 0 ? [pair] : []))
}

function isAllowed(row: Conditions, old: Conditions, next: Conditions | undefined): boolean {
  const isChanged = (id: string): boolean => row[id] !== old[id]
  if (!areCompatible(row) || PLACING.some(isChanged)) return false
  if (isChanged('limit') && [old, row].some(({ limit = '' }) => KEPT_LIMITS.includes(limit))) return false
  // If two rows share a URL, this URL stays the same.
  const isAlone = old.before !== 'same' && next?.before !== 'same'
  return isAlone || (!isChanged('limit') && !isChanged('query'))
}

/** Computes how many more pairs occur if this row replaces the old row. */
function computeGain(row: Conditions, old: Conditions): number {
  const [added, removed] = [new Set(namePairs(row)), new Set(namePairs(old))]
  const isGained = (name: string): boolean => counts.get(name) === 0
  const isLost = (name: string): boolean => counts.get(name) === 1 && !added.has(name)
  return [...added].filter(isGained).length - [...removed].filter(isLost).length
}

function format(row: Conditions): string {
  return Object.entries(row)
    .map((condition) => condition.join('='))
    .join(' ')
}
