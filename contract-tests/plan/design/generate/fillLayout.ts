import type { Conditions } from '../../../../src/harness/exchange.ts'
import { createRandom, type Random } from '../../../../src/harness/random.ts'
import { dimensions, dropUsual } from '../dimensions.ts'
import { layout, type RowStep } from '../layout.ts'
import { createPairTable, isPossiblePair, nameValue, numberOf, type PairTable, valuesOf } from '../pairs.ts'
import { isRefusable } from '../planDimension.ts'

/** The numbers of a row's values, one for each dimension; undefined while it is open. */
type Row = (number | undefined)[]

/** Attempts at each row. The one that adds most pairs wins. */
const ATTEMPTS = 20
/** How many times rows are replaced before giving up. */
const REPLACEMENTS = 6_000

const LIMIT = dimensions.findIndex(({ id }) => id === 'limit')
const QUERY = dimensions.findIndex(({ id }) => id === 'query')

/**
 * Chooses the values of the layout's rows so that every possible pair of values occurs in a row: a covering array of strength
 * two. Rows are filled greedily, then replaced until no pair is missing. This takes seconds, so the result is kept in rows.ts.
 * Throws an Error if the seed leads nowhere.
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
      const row = chooseRow(steps[index], presets[index] ?? [], rows, table, random)
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
  for (const family of families) {
    const [index = 0] = family
    if (family.length === 1) replace(index, simplify(rows[index] ?? [], presets[index] ?? [], table))
  }

  return rows.map((row) => dropUsual(Object.assign({}, ...row.map(nameValue))))
}

/**
 * What a row begins with: what the layout fixes, and the one value that a server may refuse. Those are spread so that each of
 * them meets every position, predecessor and size of group.
 */
function presetRows(steps: readonly RowStep[]): Row[] {
  const used = new Map<string, number>()
  return steps.map(({ fixed }) => {
    const place = `${fixed.together} ${fixed.position} ${fixed.before}`
    const turn = used.get(place) ?? 0
    used.set(place, turn + 1)
    const row: Row = dimensions.map(({ id }) => {
      const value = fixed[id]
      return value === undefined ? undefined : numberOf(id, value)
    })
    const refusable = refusables[fixed.together === '1' ? shift(fixed) * 2 + turn : turn]
    // HTTP/1.0 would end a chain at its beginning. In groups, it meets the first position.
    if (refusable !== undefined && (row[refusable.index] === undefined || refusable.id !== '1.0'))
      row[refusable.index] = refusable.number
    return row
  })
}

/** Values that a server may refuse. The layout knows where the fourth one is: it has the requests that end their connection. */
const refusables = putFourth(
  dimensions.flatMap(({ id, values }, index) =>
    values.filter(isRefusable).map((value) => ({ id: value.id, index, number: numberOf(id, value.id) })),
  ),
  '1.0',
)

function putFourth<Value extends { id: string }>(all: readonly Value[], id: string): Value[] {
  const others = all.filter((each) => each.id !== id)
  return [...others.slice(0, 3), ...all.filter((each) => each.id === id), ...others.slice(3)]
}

const POSITIONS = ['first', 'second', 'third', 'later']
const PREDECESSORS = ['head', 'same', 'refused', 'other']

/** A Latin square of positions and predecessors, in which rows of the same address have the same number. */
function shift({ position = '', before = '' }: Conditions): number {
  return (POSITIONS.indexOf(position) - PREDECESSORS.indexOf(before) + POSITIONS.length) % POSITIONS.length
}

/** Rows that share their address are filled one after another. */
function groupFamilies(steps: readonly RowStep[]): number[][] {
  const families: number[][] = []
  for (const [index, { sameAs }] of steps.entries()) {
    const family = families.find((each) => sameAs !== undefined && each.includes(sameAs - 1))
    if (family) family.push(index)
    else families.push([index])
  }
  return families
}

/** The best of several greedy attempts at a row; undefined if none leads to a whole row. */
function chooseRow(
  step: RowStep | undefined,
  preset: Row,
  rows: readonly (readonly number[])[],
  table: PairTable,
  random: Random,
): readonly number[] | undefined {
  const same = step?.sameAs === undefined ? undefined : rows[step.sameAs - 1]
  const previous = step?.differsFrom === undefined ? undefined : rows[step.differsFrom - 1]
  const start = preset.map((value, index) =>
    index === LIMIT || index === QUERY ? (same?.[index] ?? value) : value,
  )
  let best: { row: readonly number[]; gain: number } | undefined
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const row = fillGreedily(start, previous?.[LIMIT], table, random)
    const gain = row === undefined ? 0 : countNew(row, table)
    if (row && (best === undefined || gain > best.gain)) best = { row, gain }
  }
  return best?.row
}

function fillGreedily(
  start: Row,
  avoidedLimit: number | undefined,
  table: PairTable,
  random: Random,
): number[] | undefined {
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
      .filter((value) => value !== avoidedLimit && isPossible(value))
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

/** The row with the usual value wherever no pair depends on another one. The table must contain the row. */
function simplify(row: readonly number[], preset: Row, table: PairTable): readonly number[] {
  let simple = row
  for (const [index, usual] of valuesOf.map(([first]) => first).entries()) {
    if (index === LIMIT || preset[index] !== undefined || usual === undefined) continue
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
  // The caller replaces the row that it knows.
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
