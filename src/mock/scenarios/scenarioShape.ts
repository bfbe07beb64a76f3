import type { Contract } from '../../contract/contract.ts'
import {
  InputError,
  mismatch,
  object,
  optional,
  type Shape,
  text,
  wholeNumber,
  withDefault,
} from '../../contract/input/shape.ts'
import { childPointer } from '../../contract/jsonPointer.ts'
import { plantListShape } from '../fixtures/plantShapes.ts'
import type { FitPlant } from '../madeUp/fitPlant.ts'
import { effectShapes, toEffects } from './readEffects.ts'
import type { Scenario } from './scenario.ts'

const MOST_PLANTS = 100_000

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
    if (plants !== undefined && generate !== undefined)
      throw new InputError(childPointer(pointer, 'generate'), 'expected plants or generate, got both')
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

const verdict: Shape<Scenario['verdict']> = (value, pointer) => {
  if (value === 'conformant' || value === 'incomplete') return value
  if (Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === 'string')) return value
  throw mismatch(pointer, 'conformant, incomplete or a list of checks', value)
}

const generate = object({
  count: wholeNumber(0, MOST_PLANTS),
  seed: withDefault(wholeNumber(0, Number.MAX_SAFE_INTEGER), 1),
})
