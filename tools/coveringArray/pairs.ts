import { addUsual, areCompatible, dimensions } from '../../contract-tests/plan/design/dimensions.ts'
import type { Conditions, Probe } from '../../src/judge/exchange.ts'
import type { PlanFacts } from '../../src/judge/suite.ts'

/** All values of all dimensions. The index of a value is its number, because numbers are faster to compare than strings. */
const values = dimensions.flatMap((dimension, index) =>
  dimension.values.map(({ id: value, isPossible }) => ({
    dimension: dimension.id,
    index,
    value,
    isPossible,
  })),
)

/** How many values there are. Their numbers start at 0. */
const valueCount = values.length

/** The numbers of each dimension's values. */
export const valuesOf: readonly (readonly number[])[] = dimensions.map((_dimension, index) =>
  values.flatMap((value, number) => (value.index === index ? [number] : [])),
)

export function numberOf(dimension: string, value: string): number {
  return values.findIndex((each) => each.dimension === dimension && each.value === value)
}

export function nameValue(number: number): Conditions {
  const found = values[number]
  return found === undefined ? {} : { [found.dimension]: found.value }
}

/** Returns whether one request can have both values. */
export function isPossiblePair(one: number, other: number): boolean {
  return possible[one * valueCount + other] === 1
}

const possible = Uint8Array.from({ length: valueCount ** 2 }, (_, pair) => {
  const [one, other] = [values[Math.floor(pair / valueCount)], values[pair % valueCount]]
  if (one === undefined || other === undefined || one.index === other.index) return 0
  return areCompatible({ [one.dimension]: one.value, [other.dimension]: other.value }) ? 1 : 0
})

/** The number of times that each pair of values occurs in the added rows. */
export type PairTable = {
  /** Adds a row (1) or removes it (-1). A row is a list of numbers of values. */
  add: (row: readonly number[], times?: 1 | -1) => void
  /** Whether this pair is in no row. */
  isNew: (one: number, other: number) => boolean
  /** The number of possible pairs, and the number of pairs in the added rows. */
  possible: number
  covered: () => number
  listMissing: () => Conditions[]
}

/** Creates an empty table. With `facts`, excludes the values that are impossible in the run that these facts describe. */
export function createPairTable(facts?: PlanFacts): PairTable {
  const counts = new Int32Array(valueCount ** 2)
  const place = (one: number, other: number): number =>
    one < other ? one * valueCount + other : other * valueCount + one
  const isPossibleNow = values.map(({ isPossible }) => !facts || !isPossible || isPossible(facts))
  const isCounted = (one: number, other: number): boolean =>
    isPossiblePair(one, other) && isPossibleNow[one] === true && isPossibleNow[other] === true
  const pairs = listPairs(isCounted)
  let covered = 0
  return {
    add(row, times = 1) {
      for (const [index, one] of row.entries())
        for (const other of row.slice(index + 1)) {
          if (!isCounted(one, other)) continue
          const at = place(one, other)
          const before = counts[at] ?? 0
          counts[at] = before + times
          if (before === 0) covered += 1
          else if (counts[at] === 0) covered -= 1
        }
    },
    isNew: (one, other) => counts[place(one, other)] === 0,
    possible: pairs.length,
    covered: () => covered,
    listMissing: () =>
      pairs
        .filter(([one, other]) => counts[place(one, other)] === 0)
        .map(([one, other]) => ({ ...nameValue(one), ...nameValue(other) })),
  }
}

function listPairs(isCounted: (one: number, other: number) => boolean): [number, number][] {
  return values.flatMap((_, one) =>
    values.flatMap((_other, other): [number, number][] =>
      one < other && isCounted(one, other) ? [[one, other]] : [],
    ),
  )
}

/**
 * Counts the pairs of values that are possible in a run, and those that occur in the probes, and lists the missing pairs. Only users'
 * requests count.
 */
export function computeCoverage(
  probes: readonly Probe[],
  facts: PlanFacts,
): { covered: number; possible: number; missing: readonly string[] } {
  const table = createPairTable(facts)
  for (const { conditions } of probes) {
    if (conditions === undefined) continue
    const all = addUsual(conditions)
    table.add(dimensions.map(({ id }) => numberOf(id, all[id] ?? '')))
  }
  const missing = table.listMissing().map((pair) =>
    Object.entries(pair)
      .map((condition) => condition.join('='))
      .join(' and '),
  )
  return { covered: table.covered(), possible: table.possible, missing }
}
