import { ContractError } from '../../contract/ContractError.ts'
import type { Contract, DocumentedResponse } from '../../contract/contract.ts'
import { valueAt } from '../../contract/jsonPointer.ts'
import { seededRandom } from '../scenarios/seededRandom.ts'
import { listMembers, makeValue, resolveSchema } from './makeValue.ts'

/** Makes the body of an error in the shape of the contract; undefined if the usual shape fits. */
export type MakeError = (status: number, message: string) => unknown

const SEED = 1
const MESSAGE = /message|detail|description|reason|title/i
const STATUS = /^(?:error|status|code)$|status/i

/** Creates the function that makes errors. Throws a ContractError if the kit cannot make one up. */
export function createErrorMaker(contract: Contract): MakeError {
  const { file, findLine, error, refusals } = contract
  for (const response of [error, ...refusals]) {
    const sample = makeBody(contract, response, response.status, 'limit must be an integer')
    const [violation] = sample === undefined ? [] : response.validate(sample)
    if (violation)
      throw new ContractError(
        file,
        findLine(violation.clause),
        `the kit cannot make up an error for this contract: expected ${violation.expected}, got ${violation.actual}; add examples to the schema`,
      )
  }
  return (status, message) => {
    const described = refusals.find((response) => response.status === status)
    return makeBody(contract, described ?? error, status, message)
  }
}

function makeBody(
  { document }: Contract,
  { schemaPointer, validate }: DocumentedResponse,
  status: number,
  message: string,
): unknown {
  if (validate({ error: status, message }).length === 0) return undefined
  const schema = valueAt(document, schemaPointer)
  const made = makeValue(document, schema, (use) => seededRandom(SEED, use, status)) as Record<
    string,
    unknown
  >
  for (const { name, schema: member } of listMembers(document, schema))
    for (const value of listHints(name, status, cut(message, resolveSchema(document, member)))) {
      if (validate({ ...made, [name]: value }).length > validate(made).length) continue
      made[name] = value
      break
    }
  return made
}

/** Values for a member whose name says what it holds, best first. */
function listHints(name: string, status: number, message: string): unknown[] {
  if (STATUS.test(name)) return [status, String(status)]
  if (!MESSAGE.test(name)) return []
  return [message]
}

function cut(message: string, { maxLength }: { maxLength?: unknown }): string {
  return maxLength === undefined ? message : message.slice(0, Number(maxLength))
}
