import { ContractError } from '../../contract/ContractError.ts'
import type { Contract, DocumentedResponse } from '../../contract/contract.ts'
import { childPointer, isMap } from '../../contract/jsonPointer.ts'
import type { Plant } from '../fixtures/fixtures.ts'
import type { FitPlant, MakeError } from '../mockContract.ts'
import { seededRandom } from '../scenarios/seededRandom.ts'
import { listMembers, mergeSchema, sampleValue } from './sampleValue.ts'

/** Seed of all samples: they are the same in every release. */
const SEED = 1

/**
 * Creates a function that fits the kit's own plants to another contract: it keeps the members that are valid, and takes others from
 * samples of their schemas or from the contract's example plants. The function throws a ContractError if it cannot.
 */
export function createPlantFitter(contract: Contract): FitPlant {
  const { file, findLine, plants } = contract
  const members = listMembers(mergeSchema(plants.schema.value).items)
  const examples = plants.examples.flatMap(({ value }) => (Array.isArray(value) ? value.filter(isMap) : []))
  const isFine = (name: string, value: unknown): boolean => {
    const pointer = childPointer('/0', name)
    const violations = plants.validate([{ [name]: value }])
    return value !== undefined && !violations.some((each) => `${each.pointer}/`.startsWith(`${pointer}/`))
  }
  return (plant, index) => {
    if (plants.validate([plant]).length === 0) return plant
    const fitted: Record<string, unknown> = {}
    for (const { name, schema, isRequired } of members) {
      const own = (plant as Record<string, unknown>)[name]
      const sample = sampleValue(schema, (use) => seededRandom(SEED, `${name} ${use}`, index))
      const found = [own, sample, ...examples.map((example) => example[name])].find((value) =>
        isFine(name, value),
      )
      // Every other plant has the members that it may have.
      if (found !== undefined && (isRequired || found === own || index % 2 === 0)) fitted[name] = found
    }
    const [violation] = plants.validate([fitted])
    if (violation === undefined) return fitted as Plant
    throw new ContractError(
      file,
      findLine(plants.schema.pointerOf(violation.path)),
      `the mock's plants do not fit this contract: expected ${violation.expected}, got ${violation.actual}; add examples to the schema, or serve your own plants with --fixtures`,
    )
  }
}

/** Creates the function that makes errors. Throws a ContractError if none fits the contract. */
export function createErrorMaker({ file, findLine, error, refusals }: Contract): MakeError {
  const make: MakeError = (status, message) => {
    const response = refusals.find((each) => each.status === status) ?? error
    if (response.validate({ error: status, message }).length === 0) return undefined
    return makeError(response, [...response.examples, ...error.examples], status, message)
  }
  for (const { status, schema, validate } of [error, ...refusals]) {
    const body = make(status, 'limit must be an integer')
    const [violation] = body === undefined ? [] : validate(body)
    if (violation)
      throw new ContractError(
        file,
        findLine(schema.pointerOf(violation.path)),
        `the mock's errors do not fit this contract: expected ${violation.expected}, got ${violation.actual}; add examples to the schema`,
      )
  }
  return make
}

const MESSAGE = /message|detail|description|reason|title/i
const STATUS = /^(?:error|status|code)$|status/i

/** An example or a sample, with the message and the status in the members whose names say that they hold them. */
function makeError(
  { schema, validate }: DocumentedResponse,
  examples: DocumentedResponse['examples'],
  status: number,
  message: string,
): object {
  const shown = examples.find(({ value }) => validate(value).length === 0)?.value
  let made = Object(shown ?? sampleValue(schema.value, (use) => seededRandom(SEED, use, status)))
  for (const { name, schema: member } of listMembers(schema.value)) {
    const { maxLength = Number.POSITIVE_INFINITY } = mergeSchema(member)
    const text = MESSAGE.test(name) ? [message.slice(0, Number(maxLength))] : []
    const hints = STATUS.test(name) ? [status, String(status)] : text
    const changed = hints.map((value) => ({ ...made, [name]: value }))
    made = changed.find((each) => validate(each).length <= validate(made).length) ?? made
  }
  return made
}
