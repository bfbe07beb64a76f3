import type { Contract } from '../../contract/contract.ts'
import { object, optional, type Shape, text, withDefault } from '../../contract/shape.ts'
import { plantListShape } from '../fixtures/plantShapes.ts'
import type { FitPlant } from '../madeUp/fitPlant.ts'
import { generate, rejectTwoSources, verdict } from './ownScenarios.ts'
import { effectShapes, toEffects } from './readEffects.ts'
import type { Scenario } from './scenario.ts'

/** The scenario of a file: its title, verdict and plants, and the members of effects. */
export function scenarioShape(name: string, contract: Contract, fit?: FitPlant): Shape<Scenario> {
  const file = object(
    {
      title: text('a title'),
      verdict: withDefault(verdict, 'conformant'),
      plants: optional(plantListShape(contract, fit)),
      generate: optional(generate),
      ...effectShapes,
    },
    'a map with a title and what the scenario does',
  )
  return (value, pointer) => {
    const { title, verdict, plants, generate, ...effects } = file(value, pointer)
    rejectTwoSources({ ...(plants && { plants }), ...(generate && { generate }) }, pointer)
    return {
      name,
      title,
      verdict,
      ...(plants !== undefined && { plants }),
      ...(generate !== undefined && { generate }),
      effects: toEffects(effects),
    }
  }
}
