import { dimensions, dropUsual } from '../../contract-tests/plan/design/dimensions.ts'
import { layout, type RowStep } from '../../contract-tests/plan/design/layout.ts'
import type { Conditions } from '../../src/judge/exchange.ts'
import { createPairTable, isPossiblePair, nameValue, numberOf, type PairTable, valuesOf } from './pairs.ts'
import { presetRows, type Row } from './presetRows.ts'
import { createRandom, type Random } from './random.ts'

/** The number of attempts at each row. The attempt that adds the most pairs wins. */
const ATTEMPTS = 20
/** How many times rows are replaced before the search gives up. */
const REPLACEMENTS = 6_000

const LIMIT = dimensions.findIndex(({ id }) => id === 'limit')
const QUERY = dimensions.findIndex(({ id }) => id === 'query')
const USER = dimensions.findIndex(({ id }) => id === 'user')
/** Limits that reveal whether they are applied. Other users may have too few plants for that, so the operator sends most of these. */
const SHOWING = new Set(['one', 'between', 'all-but-one'].map((value) => numberOf('limit', value)))

/**
 * Chooses the values of the layout's rows so that every possible pair of values occurs in a row: a covering array of strength two. Rows are
 * filled greedily, then replaced until no pair is missing. This takes seconds, so the result is stored in rows.ts. Throws an Error if this
 * seed finds no covering array.
 */
export function fillLayout(seed: number): Conditions[] {
  const steps = layout.filter((step): step is RowStep => 'row' in step)
  const presets = presetRows(steps)
  const random = createRandom(seed)
  const table = createPairTable()
  const rows: (readonly number[])[] = steps.map(() => [])
  const replace = (index: number, row: readonly number[]): void => {
    table.add(rows[index] ?? [], -1)
    table.add(row)
    rows[index] = row
  }
  const refill = (family: readonly number[]): void => {
    for (const index of family) replace(index, [])
    for (const index of family) {
      const same = steps[index]?.sameAs
      const address = same === undefined ? undefined : rows[same - 1]
      const row = chooseRow(address, presets[index] ?? [], table, random)
      if (row) replace(index, row)
    }
  }
  const families = groupFamilies(steps)
  for (const family of families) refill(family)
  for (let times = 0; times < REPLACEMENTS && table.covered() < table.possible; times++) {
    const family = families[random.integer(0, families.length - 1)] ?? []
    const saved = family.map((index) => rows[index] ?? [])
    const before = table.covered()
    refill(family)
    if (table.covered() < before || family.some((index) => rows[index]?.length === 0))
      for (const [at, index] of family.entries()) replace(index, saved[at] ?? [])
  }
  const missing = table.listMissing()
  if (missing.length > 0)
    throw new Error(`the seed ${seed} leaves out ${missing.map((pair) => JSON.stringify(pair)).join(' ')}`)
  const simplifyAll = (order: readonly number[], choose: (index: number) => readonly number[]): void => {
    for (const index of order)
      replace(index, simplify(rows[index] ?? [], presets[index] ?? [], choose(index), table))
  }
  const all = [...rows.keys()]
  const showsLimit = (index: number): number => (SHOWING.has(rows[index]?.[LIMIT] ?? -1) ? 0 : 1)
  simplifyAll(
    all.toSorted((one, other) => showsLimit(one) - showsLimit(other)),
    () => [USER],
  )
  const alone = new Set(families.filter(({ length }) => length === 1).flat())
  simplifyAll(all, (index) =>
    [...dimensions.keys()].filter((each) => each !== LIMIT && (each !== QUERY || alone.has(index))),
  )

  return rows.map((row) => dropUsual(Object.assign({}, ...row.map(nameValue))))
}

/** Rows that share an address are filled one after another. */
function groupFamilies(steps: readonly RowStep[]): number[][] {
  const families: number[][] = []
  for (const [index, { sameAs }] of steps.entries()) {
    const family = families.find((each) => sameAs !== undefined && each.includes(sameAs - 1))
    if (family) family.push(index)
    else families.push([index])
  }
  return families
}

/** The best of several greedy attempts at a row; undefined if no attempt results in a complete row. */
function chooseRow(
  address: readonly number[] | undefined,
  preset: Row,
  table: PairTable,
  random: Random,
): readonly number[] | undefined {
  const start = preset.map((value, index) =>
    index === LIMIT || index === QUERY ? (address?.[index] ?? value) : value,
  )
  let best: { row: readonly number[]; gain: number } | undefined
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const row = fillGreedily(start, table, random)
    const gain = row === undefined ? 0 : countNew(row, table)
    if (row && (best === undefined || gain > best.gain)) best = { row, gain }
  }
  return best?.row
}

function fillGreedily(start: Row, table: PairTable, random: Random): number[] | undefined {
  const row = [...start]
  const isPossible = (value: number): boolean =>
    row.every((other) => other === undefined || other === value || isPossiblePair(value, other))
  const open = shuffle(
    row.flatMap((value, index) => (value === undefined ? [index] : [])),
    random,
  )
  if (!row.every((value) => value === undefined || isPossible(value))) return undefined
  for (const index of open) {
    const candidates = shuffle(valuesOf[index] ?? [], random)
      .filter(isPossible)
      .map((value) => ({
        value,
        gain: row.filter((other) => other !== undefined && table.isNew(value, other)).length,
      }))
    const [best] = candidates.sort((one, other) => other.gain - one.gain)
    if (best === undefined) return undefined
    row[index] = best.value
  }
  return row.filter((value) => value !== undefined)
}

/** The row, with the usual value in each given dimension where no pair requires another value. The table must contain the row. */
function simplify(
  row: readonly number[],
  preset: Row,
  varied: readonly number[],
  table: PairTable,
): readonly number[] {
  let simple = row
  for (const index of varied) {
    const usual = valuesOf[index]?.[0]
    if (preset[index] !== undefined || usual === undefined) continue
    const simpler = simple.with(index, usual)
    const before = table.covered()
    table.add(simple, -1)
    table.add(simpler)
    if (table.covered() === before) simple = simpler
    else {
      table.add(simpler, -1)
      table.add(simple)
    }
  }
  // The caller replaces the row, so the table must keep the original.
  table.add(simple, -1)
  table.add(row)
  return simple
}

function countNew(row: readonly number[], table: PairTable): number {
  return row.flatMap((one, index) => row.slice(index + 1).filter((other) => table.isNew(one, other))).length
}

function shuffle<Value>(values: readonly Value[], random: Random): Value[] {
  return values
    .map((value) => ({ value, order: random.integer(0, 1_000_000) }))
    .sort((one, other) => one.order - other.order)
    .map(({ value }) => value)
}
