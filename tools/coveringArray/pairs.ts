import { addUsual, areCompatible, dimensions } from '../../contract-tests/plan/design/dimensions.ts'
import type { Conditions } from '../../src/judge/exchange.ts'
import type { PlanFacts } from '../../src/judge/suite.ts'

/** Lists the pairs of values that a request can have: in a run with these facts, or by default in any run. */
export function listPossiblePairs(facts?: PlanFacts): Conditions[] {
  const values = dimensions.flatMap(({ id, values }) =>
    values
      .filter(({ isPossible }) => !facts || !isPossible || isPossible(facts))
      .map((value) => ({ dimension: id, value: value.id })),
  )
  return values.flatMap((one, index) =>
    values
      .slice(index + 1)
      .filter(({ dimension }) => dimension !== one.dimension)
      .map((other) => ({ [one.dimension]: one.value, [other.dimension]: other.value }))
      .filter(areCompatible),
  )
}

/** Lists the names of all pairs of values in a row. A row with only two values has one name. */
export function namePairs(row: Conditions): string[] {
  const values = Object.entries(row).map((condition) => condition.join('='))
  return values.flatMap((one, index) => values.slice(index + 1).map((other) => `${one} and ${other}`))
}

/** Lists the names of the pairs that occur in none of the rows. */
export function listMissing(pairs: readonly Conditions[], rows: readonly Conditions[]): string[] {
  const covered = new Set(rows.map(addUsual).flatMap(namePairs))
  return pairs.flatMap(namePairs).filter((pair) => !covered.has(pair))
}
