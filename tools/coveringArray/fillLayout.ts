import { dimensions, dropUsual } from '../../contract-tests/plan/design/dimensions.ts'
import { isRefusable } from '../../contract-tests/plan/design/planDimension.ts'
import type { Conditions } from '../../src/judge/exchange.ts'
import { layout, type RowStep } from './layout.ts'
import { createPairTable, isPossiblePair, nameValue, numberOf, type PairTable, valuesOf } from './pairs.ts'

/** The number of attempts to choose the values of each row. The search keeps the attempt that adds the most pairs. */
const ATTEMPTS = 20
/** The number of times that the search replaces rows before it stops. */
const REPLACEMENTS = 6_000

const LIMIT = dimensions.findIndex(({ id }) => id === 'limit')
const QUERY = dimensions.findIndex(({ id }) => id === 'query')
const USER = dimensions.findIndex(({ id }) => id === 'user')
/** The limits that show whether a server ignores limits. The operator sends most of them, because other users may have too few plants. */
const SHOWING = new Set(['one', 'between', 'all-but-one'].map((value) => numberOf('limit', value)))

/**
 * Chooses the values in the layout's rows so that every possible pair of values occurs in a row (a covering array of strength two). A
 * greedy search fills the rows, and then replaces rows until no pair is missing. The search takes seconds, so rows.ts stores the result.
 * Throws an Error if this seed finds no covering array.
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

/** Groups rows that share a URL, because the search must fill such rows together. */
function groupFamilies(steps: readonly RowStep[]): number[][] {
  const families: number[][] = []
  for (const [index, { sameAs }] of steps.entries()) {
    const family = families.find((each) => sameAs !== undefined && each.includes(sameAs - 1))
    if (family) family.push(index)
    else families.push([index])
  }
  return families
}

/** Fills a row several times with a greedy algorithm, and returns the best attempt, or undefined if no attempt completes the row. */
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

/** Replaces the row's values in these dimensions with usual values if no pair is lost. The table must contain the row. */
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
  // The caller replaces the row in the table, so put the original row back.
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

/** A random number generator with a seed: the same seed always produces the same numbers. */
type Random = {
  /** Returns an integer from `from` to `to`, inclusive. */
  integer: (from: number, to: number) => number
}

/** Creates a Mulberry32 generator. The algorithm is short, and good enough to choose values, but not to create secrets. */
function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { integer: (from, to) => from + Math.floor(next() * (to - from + 1)) }
}

/** The numbers of a row's values, one for each dimension. A value that is not chosen yet is undefined. */
type Row = (number | undefined)[]

/**
 * Returns the initial values of each row: the fixed values of the layout, and at most one value that a server may refuse. Each value that a
 * server may refuse occurs in groups of every size and, outside of groups, in every position and after every predecessor.
 */
function presetRows(steps: readonly RowStep[]): Row[] {
  const used = new Map<string, number>()
  return steps.map(({ fixed }) => {
    const row: Row = dimensions.map(({ id }) => {
      const value = fixed[id]
      return value === undefined ? undefined : numberOf(id, value)
    })
    const isAlone = fixed.together === '1'
    if (fixed.limit === 'invalid' || (isAlone && (fixed.position === 'first' || fixed.before === 'other')))
      return row
    const place = `${fixed.together} ${fixed.position} ${fixed.before}`
    const turn = used.get(place) ?? 0
    used.set(place, turn + 1)
    const refusable = refusables[isAlone ? shift(fixed) * 3 + turn : turn]
    if (refusable !== undefined) row[refusable.index] = refusable.number
    return row
  })
}

/**
 * Values that a server may refuse. The layout expects HTTP/1.0, which ends its connection, in third place, and an invalid limit, which has
 * its own rows, in last place.
 */
const refusables = listRefusables()

function listRefusables(): { index: number; number: number }[] {
  const all = dimensions.flatMap(({ id, values }, index) =>
    values.filter(isRefusable).map((value) => ({ id: value.id, index, number: numberOf(id, value.id) })),
  )
  const known = ['1.0', 'invalid']
  const [old, invalid] = known.map((id) => all.filter((each) => each.id === id))
  const others = all.filter(({ id }) => !known.includes(id))
  return [...others.slice(0, 2), ...(old ?? []), ...others.slice(2), ...(invalid ?? [])]
}

const POSITIONS = ['second', 'third', 'later']
const PREDECESSORS = ['head', 'same', 'refused']

/** Returns the number for a position and a predecessor in a Latin square. Rows with the same URL have the same number. */
function shift({ position = '', before = '' }: Conditions): number {
  return (POSITIONS.indexOf(position) - PREDECESSORS.indexOf(before) + POSITIONS.length) % POSITIONS.length
}
