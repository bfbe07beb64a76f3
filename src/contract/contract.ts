import { type DescribedOperation, readOperation } from './operation.ts'
import { createDescription, type Schema } from './schema.ts'
import { toValidate, type Validate, type Validator } from './violation.ts'
import { isNamed } from './words.ts'
import { parseYamlSource } from './yaml.ts'

/** The parts of the description that the kit needs. */
export type Contract = DescribedOperation & {
  /** The path of the description, as shown in messages. */
  file: string
  /** The contract's name in the requirements of a report. */
  name: string
  title: string
  version: string
  /** SHA-256 of the description, in hex. */
  sha256: string
  /** The text of the description, for tools that parse it themselves. */
  text: string
  /** The parts of the description that the kit does not judge, each with its line. */
  notJudged: readonly string[]
  /** The parsed description. */
  document: object
  /** Finds the line (from 1) at which the value of a JSON pointer begins. */
  findLine: (pointer: string) => number
}

/** The validators that the build compiled from a description, keyed by the JSON pointers of the schemas. */
export type BuiltContract = { text: string | undefined; validators: Readonly<Record<string, Validator>> }

export const OWN_FILE = 'spec/openapi.yaml'
const OWN_NAME = 'openapi.yaml'

/**
 * Parses an OpenAPI description that has the operation. Throws a ContractError, with file and line, for a mistake in the description.
 * Compiles its schemas, unless the build has already done that for the same text.
 */
export function parseContract(text: string, file = OWN_FILE, built?: BuiltContract): Contract {
  const source = parseYamlSource(text, (line, reason) => new ContractError(file, line, reason))
  const refuse = (pointer: string, reason: string): never => {
    throw new ContractError(file, source.lineOf(pointer), reason)
  }
  const skipped = new Map<string, string>()
  const skip = (pointer: string, what: string): void => void skipped.set(pointer, what)
  const ready = (schema: Schema): Validate | undefined => {
    const validator = built?.text === text ? built.validators[schema.pointerOf('')] : undefined
    return validator && toValidate(validator)
  }
  const description = createDescription(source.value, { refuse, skip, ready })
  return {
    ...readOperation(description),
    file,
    name: file === OWN_FILE ? OWN_NAME : file,
    title: String(description.get('/info/title') ?? ''),
    version: String(description.get('/info/version') ?? ''),
    sha256: process.getBuiltinModule('node:crypto').hash('sha256', text),
    text,
    notJudged: [...skipped].map(([at, what]) => `${what} (${file}:${source.lineOf(at)})`),
    document: Object(source.value),
    findLine: source.lineOf,
  }
}

/** Says why the kit cannot use a description: what is wrong in it or what the kit cannot judge, and where. */
export class ContractError extends Error {
  override readonly name = 'ContractError'
  readonly file: string
  /** The line, counted from 1; undefined for the whole file. */
  readonly line: number | undefined
  /** The message without the file and line. */
  readonly reason: string

  constructor(file: string, line: number | undefined, reason: string) {
    super(`${line === undefined ? file : `${file}:${line}`}: ${reason}`)
    this.file = file
    this.line = line
    this.reason = reason
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isNamed(value, 'ContractError')
  }
}
