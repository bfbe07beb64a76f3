import type { Probe } from '../../../src/judge/exchange.ts'
import type { PlanFacts } from '../../../src/judge/stage.ts'
import { addUsual, dimensions } from './dimensions.ts'
import { createPairTable, numberOf } from './pairs.ts'

/** How many of the pairs of values that are possible in a run the probes have, and which they lack. Counts only users' requests. */
export function computeCoverage(
  probes: readonly Probe[],
  facts: PlanFacts,
): {
  covered: number
  possible: number
  missing: readonly string[]
} {
  const table = createPairTable(facts)
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
