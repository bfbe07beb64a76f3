import { list, mismatch, object, optional, type Shape, text } from '../../contract/shape.ts'
import type { CheckPlants, Plant } from '../fixtures/fixtures.ts'
import { failureStatus, hasFailure, type Override, overrideShapes, type WireFault } from './override.ts'

/** A named state of the mock: the plants that the mock serves, and changes to its responses. */
export type Scenario = Omit<Override, 'plants' | 'scenario'> & {
  name: string
  title: string
  /** The plants of every user who has plants, or the number of plants to generate (at most 100,000). */
  plants?: readonly Plant[] | number
}

/** A custom scenario in code. Only the name is required. */
export type OwnScenario = Pick<Scenario, 'name'> & Partial<Scenario>

/** The default scenario: the fixtures without changes. */
export const NORMAL: Scenario = { name: 'normal', title: 'The plants of each user' }

/** The pattern for names of scenarios, which occur in headers, in URLs and on command lines. */
const SCENARIO_NAME = /^[a-z0-9][a-z0-9-]*$/
const SCENARIO_NAME_IS = 'a scenario name in lower-case letters, digits and hyphens'

/** Returns the shape of a scenario in a file. The scenario's key is its name. */
export function scenarioShape(checkPlants: CheckPlants) {
  const scenario = object(
    { title: text('a title'), ...members(checkPlants) },
    'a map with a title and settings',
  )
  return (value: unknown, pointer: string, name: string): Scenario => ({
    name: scenarioName(name, pointer),
    ...scenario(value, pointer),
  })
}

/** Checks and completes custom scenarios. Throws an InputError at the first mistake. */
export function readOwnScenarios(own: readonly OwnScenario[], checkPlants: CheckPlants): Scenario[] {
  const scenario = object(
    { name: scenarioName, title: optional(text('a title')), ...members(checkPlants) },
    'a scenario with a name',
  )
  const read = list(scenario, 'a list of scenarios')(own, '/scenarios')
  return read.map((each) => ({ ...each, title: each.title ?? each.name }))
}

const MAX_PLANTS = 100_000

function members(checkPlants: CheckPlants) {
  const plants: Shape<NonNullable<Scenario['plants']>> = (value, pointer) => {
    if (typeof value !== 'number') return checkPlants(value, pointer)
    if (Number.isInteger(value) && value >= 0 && value <= MAX_PLANTS) return value
    throw mismatch(pointer, `a list of plants, or a number from 0 to ${MAX_PLANTS}`, value)
  }
  return { plants: optional(plants), ...overrideShapes }
}

const scenarioName: Shape<string> = (value, pointer) => {
  if (typeof value === 'string' && SCENARIO_NAME.test(value)) return value
  throw mismatch(pointer, SCENARIO_NAME_IS, value)
}

/** The groups of scenarios, by the main change that a scenario makes. */
export type ScenarioGroup = 'data' | 'speed' | 'errors' | 'network'

const GROUPS: readonly ScenarioGroup[] = ['data', 'speed', 'errors', 'network']

/** Sorts scenarios by their groups. */
export function sortByGroup<Some extends Scenario>(scenarios: readonly Some[]): Some[] {
  const rank = (each: Scenario): number => GROUPS.indexOf(groupScenario(each))
  return scenarios.toSorted((one, other) => rank(one) - rank(other))
}

/** Chooses a scenario's group by its most drastic change. */
export function groupScenario(scenario: Scenario): ScenarioGroup {
  if (scenario.fault !== undefined) return 'network'
  if (hasFailure(scenario)) return 'errors'
  return scenario.delay === undefined ? 'data' : 'speed'
}

/** Describes a scenario's responses in a few words: `503, 503, 200`. */
export function previewScenario(scenario: Scenario): string {
  const parts = [
    describeStatuses(scenario),
    describeBody(scenario) || describePlants(scenario),
    describeDelay(scenario),
  ]
  return parts.filter(Boolean).join(' ')
}

const FAULTS: Readonly<Record<WireFault, string>> = {
  EMPTY_RESPONSE: 'no response',
  CONNECTION_RESET_BY_PEER: 'connection reset',
  TRUNCATED_BODY: 'half a body',
}

/** The maximum number of equal statuses to list. If a scenario has more equal statuses, the preview shows their number. */
const MAX_LISTED = 3

function describeStatuses(scenario: Scenario): string {
  const { fault, count } = scenario
  const failure = fault === undefined ? String(failureStatus(scenario)) : FAULTS[fault]
  if (failure === '200' || count === undefined) return failure
  const failures = count > MAX_LISTED ? [`${format(count)} × ${failure}`] : Array(count).fill(failure)
  return [...failures, '200'].join(', ')
}

/** Describes a scenario's own body or media type. Returns an empty string if the scenario sets neither. */
function describeBody({ body, headers = {} }: Scenario): string {
  if (body === '') return 'without a body'
  const type = new Headers(headers).get('content-type')?.split(';')[0]
  if (body === undefined) return type === undefined ? '' : `with ${type}`
  const usual = typeof body === 'string' ? 'text/html' : 'application/json'
  return `with ${(type ?? usual) === 'text/html' ? 'HTML' : (type ?? 'other JSON')}`
}

function describePlants({ plants }: Scenario): string {
  if (plants === undefined) return ''
  const count = typeof plants === 'number' ? plants : plants.length
  if (count === 0) return 'with []'
  return count === 1 ? 'with 1 plant' : `with ${format(count)} plants`
}

function describeDelay({ delay = 0 }: Scenario): string {
  if (delay === 0) return ''
  return `after ${delay < 1000 ? `${delay} ms` : `${delay / 1000} s`}`
}

function format(number: number): string {
  return number.toLocaleString('en')
}
