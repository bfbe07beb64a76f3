import { ContractError } from './ContractError.ts'
import { type DescribedOperation, type DescribedResponse, readOperation } from './operation.ts'
import { compileSchema, createDescription } from './schema.ts'
import { toValidate, type Validate, type Validator } from './violation.ts'
import { parseYamlSource } from './yaml.ts'

/** One documented response of the operation, and the validator of its body. */
export type DocumentedResponse = DescribedResponse & { validate: Validate }

/** The content of the description that the kit needs. */
export type Contract = Pick<DescribedOperation, 'prefix' | 'limit' | 'security'> & {
  /** The path of the description, as messages show it. */
  file: string
  /** How requirements in a report name it. */
  name: string
  title: string
  version: string
  /** SHA-256 of the description, in hex. */
  sha256: string
  /** The text of the description, for tools that parse it themselves. */
  text: string
  operation: { method: string; path: string; pointer: string }
  plants: DocumentedResponse
  error: DocumentedResponse
  /** Other documented refusals with a body, such as a 401. */
  refusals: readonly DocumentedResponse[]
  /** The parsed description. */
  document: object
  /** Finds the line (from 1) at which the value of a JSON pointer begins. */
  findLine: (pointer: string) => number
}

/** The validators that the build compiled from a description, by the JSON pointers of the schemas. */
export type BuiltContract = { text: string | undefined; validators: Readonly<Record<string, Validator>> }

const OWN_FILE = 'spec/openapi.yaml'
const OWN_NAME = 'openapi.yaml'

/**
 * Parses an OpenAPI 3.1 description of one list operation. Throws a ContractError, with file and line, for a mistake and for what the
 * kit cannot judge. Compiles the schemas, unless the build has done that for the same text.
 */
export function parseContract(text: string, file = OWN_FILE, built?: BuiltContract): Contract {
  const source = parseYamlSource(text, (line, reason) => new ContractError(file, line, reason))
  const refuse = (pointer: string, reason: string): never => {
    throw new ContractError(file, source.lineOf(pointer), reason)
  }
  const description = createDescription(source.value, refuse)
  const { path, pointer, plants, error, refusals, ...described } = readOperation(description)
  const [title, version] = [description.get('/info/title'), description.get('/info/version')]
  if (typeof title !== 'string' || typeof version !== 'string')
    return refuse('/info', 'expected info with title and version (text)')
  const withValidator = (response: DescribedResponse): DocumentedResponse => {
    const ready = built?.text === text ? built.validators[response.schema.pointerOf('')] : undefined
    const validate = ready ? toValidate(ready) : compileSchema(response.schema, refuse)
    for (const example of response.examples) {
      const [violation] = validate(example.value)
      if (violation)
        refuse(
          example.pointer + violation.pointer,
          `the example ${example.name} does not match its schema: expected ${violation.expected}, got ${violation.actual}`,
        )
    }
    return { ...response, validate }
  }
  return {
    ...described,
    file,
    name: file === OWN_FILE ? OWN_NAME : file,
    title,
    version,
    sha256: process.getBuiltinModule('node:crypto').hash('sha256', text),
    text,
    operation: { method: 'GET', path, pointer },
    plants: withValidator(plants),
    error: withValidator(error),
    refusals: refusals.map(withValidator),
    document: Object(source.value),
    findLine: source.lineOf,
  }
}
