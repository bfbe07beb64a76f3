import type { Contract } from '../contract/contract.ts'
import { mockContract } from './mockContract.ts'
import { builtInFixtures } from './mockOptions.ts'
import type { Scenario } from './play/scenario.ts'
import type { MockData } from './play/world.ts'
import { readFixtures } from './readFixtures.ts'
import { readScenarios } from './readScenarios.ts'

/**
 * Reads what a mock serves from a folder. The kit's own scenarios are there too, but for those that the folder has by the same
 * name. Throws a FixtureError.
 */
export function loadData(folder: string, contract: Contract): MockData {
  const fixtures = readFixtures(folder, contract)
  const scenarios = new Map<string, Scenario>()
  for (const each of new Set([builtInFixtures, folder]))
    for (const scenario of readScenarios(each, contract)) scenarios.set(scenario.name, scenario)
  return {
    contract: mockContract(contract),
    fixtures,
    scenarios: [...scenarios.values()],
  }
}
