import { childPointer } from '../../contract/jsonPointer.ts'
import {
  InputError,
  list,
  mismatch,
  object,
  optional,
  type Shape,
  text,
  wholeNumber,
  withDefault,
} from '../../contract/shape.ts'
import { leaveOutUndefined } from '../readOptions.ts'
import type { CheckPlants } from './given.ts'
import { readEffects } from './readEffects.ts'
import { SCENARIO_NAME, SCENARIO_NAME_IS, type Scenario } from './scenario.ts'

/** A custom scenario in code. What is left out is as in `normal`. */
export type OwnScenario = Pick<Scenario, 'name'> & Partial<Scenario>

const MOST_PLANTS = 100_000

export const verdict: Shape<Scenario['verdict']> = (value, pointer) => {
  if (value === 'conformant' || value === 'incomplete') return value
  if (Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === 'string')) return value
  throw mismatch(pointer, 'conformant, incomplete or a list of checks', value)
}

export const generate: Shape<{ count: number; seed: number }> = object({
  count: wholeNumber(0, MOST_PLANTS),
  seed: withDefault(wholeNumber(0, Number.MAX_SAFE_INTEGER), 1),
})

/** A scenario has one source of plants. Throws an InputError. */
export function rejectTwoSources({ plants, generate }: Partial<Scenario>, pointer: string): void {
  if (plants !== undefined && generate !== undefined)
    throw new InputError(childPointer(pointer, 'generate'), 'expected plants or generate, got both')
}

/** Checks and completes custom scenarios. Throws an InputError at the first mistake. */
export function readOwnScenarios(own: readonly OwnScenario[], checkPlants: CheckPlants): Scenario[] {
  const members = object(
    {
      name: scenarioName,
      title: optional(text('a title')),
      verdict: withDefault(verdict, 'conformant'),
      plants: optional(checkPlants),
      generate: optional(generate),
      effects: withDefault(readEffects, {}),
    },
    'a scenario with a name',
  )
  const scenario: Shape<Scenario> = (value, pointer) => {
    const read = members(leaveOutUndefined(value), pointer)
    rejectTwoSources(read, pointer)
    return { ...read, title: read.title ?? read.name }
  }
  return list(scenario, 'a list of scenarios')(own, '/scenarios')
}

const scenarioName: Shape<string> = (value, pointer) => {
  if (typeof value === 'string' && SCENARIO_NAME.test(value)) return value
  throw mismatch(pointer, SCENARIO_NAME_IS, value)
}
