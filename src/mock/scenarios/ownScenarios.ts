import { quote } from '../../contract/input/quote.ts'
import type { CheckPlants } from './given.ts'
import { readEffects } from './readEffects.ts'
import { SCENARIO_NAME, SCENARIO_NAME_IS, type Scenario } from './scenario.ts'

/** A custom scenario in code. What is left out is as in `normal`. */
export type OwnScenario = Pick<Scenario, 'name'> & Partial<Scenario>

/** Completes custom scenarios. Throws a RangeError if one is invalid. */
export function readOwnScenarios(own: readonly OwnScenario[], checkPlants: CheckPlants): Scenario[] {
  return own.map(({ effects = {}, ...scenario }, index) => {
    if (!SCENARIO_NAME.test(scenario.name))
      throw new RangeError(`expected ${SCENARIO_NAME_IS}, got ${quote(scenario.name)}`)
    if (scenario.plants) checkPlants(scenario.plants, `/scenarios/${index}/plants`)
    return { title: scenario.name, verdict: 'conformant', ...scenario, effects: readEffects(effects) }
  })
}
