import { ContractError, openDescription } from './description.ts'
import { readOperation } from './operation.ts'
import { compileSchema, type Schema } from './schema.ts'
import type * as validators from './validators.ts'
import { toValidate, type Validate } from './violation.ts'
import { parseYamlSource } from './yaml.ts'

/** The parts of an OpenAPI description that the kit needs. */
export type Contract = ReturnType<typeof parseContract>

export const OWN_FILE = 'spec/openapi.yaml'

/**
 * Parses an OpenAPI description and finds the operation that lists plants. If there is a mistake, throws a ContractError with its file and
 * line. Compiles the description's schemas, unless the build has already compiled these schemas.
 */
export function parseContract(text: string, file = OWN_FILE, built?: typeof validators) {
  const source = parseYamlSource(text, (line, reason) => new ContractError(file, line, reason))
  const notJudged = new Set<string>()
  const description = openDescription(source, file, notJudged)
  const compile = (schema: Schema): Validate => {
    const validator = built?.text === text ? built.validators[schema.pointerOf('')] : undefined
    return validator ? toValidate(validator) : compileSchema(schema)
  }
  return {
    ...readOperation(description, compile),
    /** The path of the description, as shown in messages. */
    file,
    /** The name of the contract in the `clause` of a finding. */
    name: file === OWN_FILE ? 'openapi.yaml' : file,
    title: String(description.get('info', 'title').value ?? ''),
    version: String(description.get('info', 'version').value ?? ''),
    sha256: process.getBuiltinModule('node:crypto').hash('sha256', text),
    /** The text of the description, for programs that parse the text themselves. */
    text,
    /** The parts of the description that the kit does not judge, each with its file and line. */
    notJudged: [...notJudged],
    document: Object(source.value) as object,
    findLine: source.lineOf,
  }
}
