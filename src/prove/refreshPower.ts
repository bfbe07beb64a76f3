import { faultyServers, variations } from '../../contract-tests/implementations/index.ts'
import type { Power } from './power.ts'
import { readPower, savePower } from './powerFile.ts'
import { findLevel } from './prove.ts'
import { saveReadmeRates } from './readme.ts'

/**
 * Updates what docs/power.md and the README derive from the corpus (titles, levels, order, rates) without running an
 * engine, and keeps the results. Returns the ids that have none: `npm run power -- <ids>` measures them.
 */
export function refreshPower(): string[] {
  const { power, unmeasured } = matchCorpus(readPower())
  savePower(power)
  saveReadmeRates(power)
  return unmeasured
}

/** One row for each implementation that has a result. A fault that names another check now needs a new one. */
export function matchCorpus({ faults, variations: valid, mutants }: Power): {
  power: Power
  unmeasured: string[]
} {
  const unmeasured: string[] = []
  const faultRows = faultyServers.flatMap(({ id, title, check }) => {
    const row = faults.find((each) => each.id === id && each.check === check)
    if (row) return [{ ...row, title, level: findLevel(check) }]
    unmeasured.push(id)
    return []
  })
  const validRows = variations.flatMap(({ id, title }) => {
    const row = valid.find((each) => each.id === id)
    if (row) return [{ ...row, title }]
    unmeasured.push(id)
    return []
  })
  return { power: { faults: faultRows, variations: validRows, mutants }, unmeasured }
}
