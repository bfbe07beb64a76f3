import { ContractError, openDescription } from './description.ts'
import { type DescribedOperation, readOperation } from './operation.ts'
import { compileSchema, type Schema } from './schema.ts'
import type * as validators from './validators.ts'
import { toValidate, type Validate } from './violation.ts'
import { parseYamlSource } from './yaml.ts'

/** The parts of the description that the kit needs. */
export type Contract = DescribedOperation & {
  /** The path of the description, as shown in messages. */
  file: string
  /** How the requirements in a report name the contract. */
  name: string
  title: string
  version: string
  /** SHA-256 of the description, in hex. */
  sha256: string
  /** The text of the description, for tools that parse it themselves. */
  text: string
  /** The parts of the description that the kit does not judge, each with its file and line. */
  notJudged: readonly string[]
  /** The parsed description. */
  document: object
  /** Finds the line (counted from 1) at which the value at a JSON pointer begins. */
  findLine: (pointer: string) => number
}

export const OWN_FILE = 'spec/openapi.yaml'

/**
 * Parses an OpenAPI description and finds the operation that lists plants. Throws a ContractError, with file and line, for a mistake.
 * Compiles the description's schemas, unless the build has already compiled them for the same text.
 */
export function parseContract(text: string, file = OWN_FILE, built?: typeof validators): Contract {
  const source = parseYamlSource(text, (line, reason) => new ContractError(file, line, reason))
  const notJudged = new Set<string>()
  const description = openDescription(source, file, notJudged)
  const compile = (schema: Schema): Validate => {
    const validator = built?.text === text ? built.validators[schema.pointerOf('')] : undefined
    return validator ? toValidate(validator) : compileSchema(schema)
  }
  return {
    ...readOperation(description, compile),
    file,
    name: file === OWN_FILE ? 'openapi.yaml' : file,
    title: String(description.get('info', 'title').value ?? ''),
    version: String(description.get('info', 'version').value ?? ''),
    sha256: process.getBuiltinModule('node:crypto').hash('sha256', text),
    text,
    notJudged: [...notJudged],
    document: Object(source.value),
    findLine: source.lineOf,
  }
}
