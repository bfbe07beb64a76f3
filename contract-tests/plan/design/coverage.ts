import type { Probe } from '../../../src/harness/exchange.ts'
import { addUsual, dimensions } from './dimensions.ts'
import { createPairTable, numberOf } from './pairs.ts'

/** How many of the possible pairs of values the probes have, and which they lack. Counts only the operator's requests. */
export function computeCoverage(probes: readonly Probe[]): {
  covered: number
  possible: number
  missing: readonly string[]
} {
  const table = createPairTable()
  for (const { conditions } of probes) {
    if (conditions === undefined) continue
    const values = addUsual(conditions)
    table.add(dimensions.map(({ id }) => numberOf(id, values[id] ?? '')))
  }
  const missing = table.listMissing().map((pair) =>
    Object.entries(pair)
      .map((condition) => condition.join('='))
      .join(' and '),
  )
  return { covered: table.covered(), possible: table.possible, missing }
}
