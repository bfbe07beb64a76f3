import { ContractError } from '../../contract/ContractError.ts'
import type { Contract } from '../../contract/contract.ts'
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
  const { document, error } = contract
  const schema = valueAt(document, error.schemaPointer)
  const members = listMembers(document, schema)
  const make: MakeError = (status, message) => {
    if (error.validate({ error: status, message }).length === 0) return undefined
    const made = makeValue(document, schema, (use) => seededRandom(SEED, use, status)) as Record<
      string,
      unknown
    >
    for (const { name, schema: member } of members)
      for (const value of listHints(name, status, cut(message, resolveSchema(document, member)))) {
        const hinted = { ...made, [name]: value }
        if (error.validate(hinted).length > error.validate(made).length) continue
        made[name] = value
        break
      }
    return made
  }
  const sample = make(400, 'limit must be an integer')
  const [violation] = sample === undefined ? [] : error.validate(sample)
  if (violation)
    throw new ContractError(
      contract.file,
      contract.findLine(violation.clause),
      `the kit cannot make up an error for this contract: expected ${violation.expected}, got ${violation.actual}; add examples to the schema`,
    )
  return make
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
