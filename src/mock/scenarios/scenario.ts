import type { BuiltInScenario } from 'plant-store-kit/fixtures'
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
import type { CheckPlants, Plant } from '../fixtures/fixtures.ts'
import { leaveOutUndefined } from '../readOptions.ts'
import { hasFailure, type Override, overrideShapes } from './override.ts'

/** A named state of the mock: what it serves, and how its responses are changed. */
export type Scenario = Override & {
  name: string
  title: string
  /** What `plant-store-kit verify` reports: the verdict, or the checks that fail. */
  verdict: 'conformant' | 'incomplete' | readonly string[]
  /** Replaces the plants of every user who has any. */
  plants?: readonly Plant[]
  /** Generates plants instead: how many (at most 100,000), and from which seed. */
  generate?: { count: number; seed: number }
}

/** The name of a built-in scenario, which editors complete, or of one of your own. */
export type ScenarioName = BuiltInScenario | (string & {})

/** A custom scenario in code. What is left out is as in `normal`. */
export type OwnScenario = Pick<Scenario, 'name'> & Partial<Scenario>

/** What a scenario mainly changes. */
export type ScenarioGroup = 'data' | 'speed' | 'errors' | 'network'

/** The default scenario: the fixtures without changes. */
export const NORMAL: Scenario = {
  name: 'normal',
  title: 'The plants of each user',
  verdict: 'conformant',
}

const GROUPS: readonly ScenarioGroup[] = ['data', 'speed', 'errors', 'network']

/** Sorts scenarios by their groups, in the order in which every list shows them. */
export function sortByGroup<Some extends Scenario>(scenarios: readonly Some[]): Some[] {
  const rank = (each: Scenario): number => GROUPS.indexOf(groupScenario(each))
  return scenarios.toSorted((one, other) => rank(one) - rank(other))
}

/** Chooses the group of a scenario by its most drastic change. */
export function groupScenario(scenario: Scenario): ScenarioGroup {
  if (scenario.fault !== undefined) return 'network'
  if (hasFailure(scenario)) return 'errors'
  return scenario.delay === undefined ? 'data' : 'speed'
}

/** Scenario names are used in headers, URLs and on command lines. */
export const SCENARIO_NAME = /^[a-z0-9][a-z0-9-]*$/
export const SCENARIO_NAME_IS = 'a scenario name in lower-case letters, digits and hyphens'

/** The scenario of a file, whose name is that of the scenario. */
export function scenarioShape(name: string, checkPlants: CheckPlants): Shape<Scenario> {
  const file = object(
    { title: text('a title'), ...members(checkPlants) },
    'a title and what the scenario does, as names with values',
  )
  return (value, pointer) => withOneSource({ name, ...file(value, pointer) }, pointer)
}

/** Checks and completes custom scenarios. Throws an InputError at the first mistake. */
export function readOwnScenarios(own: readonly OwnScenario[], checkPlants: CheckPlants): Scenario[] {
  const all = object(
    { name: scenarioName, title: optional(text('a title')), ...members(checkPlants) },
    'a scenario with a name',
  )
  const scenario: Shape<Scenario> = (value, pointer) => {
    const read = all(leaveOutUndefined(value), pointer)
    return withOneSource({ ...read, title: read.title ?? read.name }, pointer)
  }
  return list(scenario, 'a list of scenarios')(own, '/scenarios')
}

const MAX_PLANTS = 100_000

function members(checkPlants: CheckPlants) {
  return {
    verdict: withDefault(verdict, 'conformant'),
    plants: optional(checkPlants),
    generate: optional(
      object({
        count: wholeNumber(0, MAX_PLANTS),
        seed: withDefault(wholeNumber(0, Number.MAX_SAFE_INTEGER), 1),
      }),
    ),
    ...overrideShapes,
  }
}

const verdict: Shape<Scenario['verdict']> = (value, pointer) => {
  if (value === 'conformant' || value === 'incomplete') return value
  if (Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === 'string')) return value
  throw mismatch(pointer, 'conformant, incomplete or a list of checks', value)
}

const scenarioName: Shape<string> = (value, pointer) => {
  if (typeof value === 'string' && SCENARIO_NAME.test(value)) return value
  throw mismatch(pointer, SCENARIO_NAME_IS, value)
}

function withOneSource(scenario: Scenario, pointer: string): Scenario {
  if (scenario.plants === undefined || scenario.generate === undefined) return scenario
  throw new InputError(childPointer(pointer, 'generate'), 'expected plants or generate, got both')
}
