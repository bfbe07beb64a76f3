import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Contract } from '../contract/contract.ts'
import { FixtureError } from './FixtureError.ts'
import { parseScenario } from './play/parseScenario.ts'
import { SCENARIO_NAME, SCENARIO_NAME_IS, type Scenario } from './play/scenario.ts'
import { describeFailure, readYaml } from './readYaml.ts'

/** Reads the scenarios of a fixtures folder, `scenarios/<name>.yaml`, in the order of their names. None where that folder is not. */
export function readScenarios(folder: string, contract: Contract): readonly Scenario[] {
  const scenarios = join(folder, 'scenarios')
  return listFiles(scenarios).map((file) => {
    const name = file.replace(/\.ya?ml$/, '')
    if (!SCENARIO_NAME.test(name))
      throw new FixtureError(join(scenarios, file), undefined, `expected ${SCENARIO_NAME_IS}, and .yaml`)
    return parseScenario(name, readYaml(join(scenarios, file)), contract)
  })
}

function listFiles(folder: string): readonly string[] {
  try {
    // What editors leave beside a file begins with a dot, or ends with a tilde.
    return readdirSync(folder)
      .filter((file) => /\.ya?ml$/.test(file) && !file.startsWith('.'))
      .sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new FixtureError(folder, undefined, `expected a folder of scenarios, got ${describeFailure(error)}`)
  }
}
