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
import {
  failureStatus,
  hasFailure,
  type Override,
  overrideShapes,
  parseDelay,
  type WireFault,
} from './override.ts'

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

/** Describes in a few words what a scenario returns: `503, 503, 200`. */
export function previewScenario(scenario: Scenario): string {
  const parts = [
    describeStatuses(scenario),
    describeBody(scenario) || describeData(scenario.plants?.length, scenario.generate?.count),
    describeDelay(scenario),
  ]
  return parts.filter(Boolean).join(' ')
}

const FAULTS: Readonly<Record<WireFault, string>> = {
  EMPTY_RESPONSE: 'no response',
  MALFORMED_RESPONSE_CHUNK: 'broken chunk',
  CONNECTION_RESET_BY_PEER: 'connection reset',
  TRUNCATED_BODY: 'half a body',
}

/** More statuses in a row are counted. */
const MAX_LISTED = 3

function describeStatuses(override: Override): string {
  const { fault, rate = 1, count, after = 0 } = override
  const status = failureStatus(override)
  if (status === 200 && fault === undefined) return '200'
  const failure = fault === undefined ? String(status) : FAULTS[fault]
  const sometimes = rate < 1 ? `${failure} for ${Math.round(rate * 100)} %` : failure
  return [
    ...(after > 0 ? [repeat('200', after)] : []),
    ...(count === undefined ? [sometimes] : [repeat(sometimes, count), '200']),
  ].join(', ')
}

function repeat(text: string, times: number): string {
  return times > MAX_LISTED ? `${format(times)} × ${text}` : Array(times).fill(text).join(', ')
}

/** What a response has instead of plants or an Error. */
function describeBody({ body, headers = {} }: Override): string {
  if (body === '') return 'without a body'
  const type = new Headers(headers).get('content-type')?.split(';')[0]
  if (body === undefined) return type === undefined ? '' : `with ${type}`
  const usual = typeof body === 'string' ? 'text/html' : 'application/json'
  return `with ${(type ?? usual) === 'text/html' ? 'HTML' : (type ?? 'other JSON')}`
}

function describeData(given: number | undefined, generated: number | undefined): string {
  if (generated !== undefined) return `with ${format(generated)} generated plants`
  if (given === undefined) return ''
  if (given === 0) return 'with []'
  return given === 1 ? 'with 1 plant' : `with ${format(given)} plants`
}

function describeDelay({ delay = 0 }: Override): string {
  const { from = 0, to = 0 } = parseDelay(delay) ?? {}
  if (to === 0) return ''
  return from === to ? `after ${seconds(to)}` : `after ${from}–${to} ms`
}

function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`
}

function format(number: number): string {
  return number.toLocaleString('en')
}
