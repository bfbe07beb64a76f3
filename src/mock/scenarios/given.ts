import { childPointer } from '../../contract/jsonPointer.ts'
import { InputError, mismatch, type Shape, throwAll } from '../../contract/shape.ts'
import { type SchemaViolation, toValidate, type Validate, type Validator } from '../../contract/violation.ts'
import { messageOf } from '../../contract/words.ts'
import type { Plant } from '../fixtures/fixtures.ts'
import { CODE_IS, isCode } from './readEffects.ts'
import type { ScenarioName, Settings } from './scenario.ts'

/** How to answer one request: a scenario by its name, an HTTP status, or plants. */
export type GivenResponse = ScenarioName | number | readonly Plant[]

/** What a test gave the mock, for all sessions or for one. */
export type Given = {
  /** Replaces the plants of every user. */
  plants?: readonly Plant[] | undefined
  /** How to answer the next requests. */
  responses?: QueuedResponse[] | undefined
  /** The settings of one session. They replace the common ones, except the scenario. */
  settings?: Settings | undefined
}

/** A given response that no request has taken, and its place in the sequence. */
type QueuedResponse = { place: number; response: GivenResponse }

/** What a test gave the session or else all sessions, if it has responses left. */
export function chooseSequence(own: Given | undefined, common: Given): Given | undefined {
  if (own?.responses !== undefined && own.responses.length > 0) return own
  return common.responses !== undefined && common.responses.length > 0 ? common : undefined
}

/** Takes the next response of a sequence. The returned function puts it back, unless the test has given another sequence. */
export function takeResponse(given: Given): () => void {
  const { responses: queue = [] } = given
  const taken = queue.shift()
  return () => {
    if (taken === undefined || given.responses !== queue) return
    const next = queue.findIndex(({ place }) => place > taken.place)
    queue.splice(next === -1 ? queue.length : next, 0, taken)
  }
}

/** Checks plants against the contract. Throws an InputError. */
export type CheckPlants = Shape<readonly Plant[]>

/** The check with a validator that the build compiled. */
export function createPlantCheck(validator: Validator): CheckPlants {
  const validate = toValidate(validator)
  return (value, pointer) => {
    assertJson(value, pointer)
    assertConforms(validate, value, (within) => pointer + within)
    return value as readonly Plant[]
  }
}

/** Throws an InputError if a value violates a schema. `at` turns a pointer within the value into that of the mistake. */
export function assertConforms(validate: Validate, value: unknown, at: (within: string) => string): void {
  const toError = ({ pointer, expected, actual }: SchemaViolation): InputError =>
    new InputError(at(pointer), `expected ${expected}, got ${actual}`)
  throwAll(validate(value).map(toError))
}

/** Throws an InputError if a value that is given in code has no JSON. */
export function assertJson(value: unknown, pointer: string): void {
  try {
    JSON.stringify(value)
  } catch (error) {
    const [reason = ''] = messageOf(error).split('\n')
    throw new InputError(pointer, `expected values that JSON has: ${reason}`)
  }
}

const RESPONSE_IS = `the name of a scenario, a list of plants, or ${CODE_IS}`

/** Checks a sequence of responses. `findProblem` explains why a name is not a scenario. Throws an InputError. */
export function readResponses(
  value: unknown,
  checkPlants: CheckPlants,
  findProblem: (scenario: string) => string | undefined,
): QueuedResponse[] {
  if (!Array.isArray(value)) throw mismatch('/responses', `a list, each ${RESPONSE_IS}`, value)
  const read = (each: unknown, pointer: string): GivenResponse => {
    if (Array.isArray(each)) return checkPlants(each, pointer)
    if (isCode(each)) return each
    if (typeof each !== 'string') throw mismatch(pointer, RESPONSE_IS, each)
    const problem = findProblem(each)
    if (problem === undefined) return each
    throw new InputError(pointer, problem)
  }
  return value.map((each: unknown, place) => ({
    place,
    response: read(each, childPointer('/responses', place)),
  }))
}
