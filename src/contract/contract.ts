import { ContractError, type Refuse } from './ContractError.ts'
import { findLimit, type LimitParameter } from './description/limitParameter.ts'
import { findOperation } from './description/operation.ts'
import { type DescribedResponse, findResponses } from './description/response.ts'
import { attributeViolations } from './schema/attributeViolations.ts'
import type { Validate } from './violation.ts'
import { type MakeError, parseYamlSource, type YamlSource } from './yaml.ts'

/** One documented response of the operation, and the validator of its body. */
export type DocumentedResponse = DescribedResponse & { validate: Validate }

/** Compiles the validators of a description, given its content and SHA-256. The result finds one by its JSON pointer. */
export type CompileSchemas = (document: object, sha256: string) => (pointer: string) => Validate

/** Parses the text of a description. May know its SHA-256, in hex. */
export type ParseSource = (
  text: string,
  makeError: MakeError,
) => Pick<YamlSource, 'value' | 'lineOf'> & { sha256?: string }

/** The content of the description that the kit needs. */
export type Contract = {
  /** The path of the description, as messages show it. */
  file: string
  /** How the clauses of a report call it. */
  name: string
  title: string
  version: string
  /** SHA-256 of the description, in hex. */
  sha256: string
  /** The text of the description, for tools that parse it themselves. */
  text: string
  operation: { method: string; path: string; pointer: string }
  /** The path of the description's server, such as `/v2`; empty without one. It is part of the base URL. */
  prefix: string
  limit: LimitParameter
  /** The security scheme, and where the contract requires it. */
  security: { scheme: string; pointer: string; requirementPointer: string }
  plants: DocumentedResponse
  error: DocumentedResponse
  /** Other documented refusals with a body, such as a 401. */
  refusals: readonly DocumentedResponse[]
  /** The parsed description. */
  document: object
  /** Finds the line (from 1) at which the value of a JSON pointer begins. */
  findLine: (pointer: string) => number
}

const OWN_FILE = 'spec/openapi.yaml'
const OWN_NAME = 'openapi.yaml'

/**
 * Parses an OpenAPI 3.1 description of one list operation. Throws a ContractError, with file and line, for a mistake and for what the
 * kit cannot judge.
 */
export function parseContract(
  text: string,
  compile: CompileSchemas,
  file = OWN_FILE,
  parse: ParseSource = parseYamlSource,
): Contract {
  const source = parse(text, (line, reason) => new ContractError(file, line, reason))
  const refuse: Refuse = (pointer, reason) => {
    throw new ContractError(file, source.lineOf(pointer), reason)
  }
  const document = source.value
  const { path, pointer, prefix, parameters, security } = findOperation(document, refuse)
  const limit = findLimit(document, parameters, refuse)
  const { plants, error, refusals } = findResponses(document, pointer, refuse)
  const { title, version } = (document as { info?: Partial<Record<string, unknown>> }).info ?? {}
  if (typeof title !== 'string' || typeof version !== 'string')
    return refuse('/info', 'expected info with title and version (text)')
  const sha256 = source.sha256 ?? process.getBuiltinModule('node:crypto').hash('sha256', text)
  const schemas = compile(document as object, sha256)
  const withValidator = (response: DescribedResponse): DocumentedResponse => {
    const validate = attributeViolations(schemas(response.schemaPointer), response.assertions)
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
    file,
    name: file === OWN_FILE ? OWN_NAME : file,
    title,
    version,
    sha256,
    text,
    operation: { method: 'GET', path, pointer },
    prefix,
    limit,
    security,
    plants: withValidator(plants),
    error: withValidator(error),
    refusals: refusals.map(withValidator),
    document: document as object,
    findLine: source.lineOf,
  }
}
