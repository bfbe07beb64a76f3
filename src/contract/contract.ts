import { createHash } from 'node:crypto'
import type { OpenAPIV3_1 } from 'openapi-types'
import { LineCounter, parseDocument } from 'yaml'
import { escapePointer, resolvePointer } from './jsonPointer.ts'
import { locate } from './locate.ts'
import type { Validate } from './violation.ts'

/** One documented response of the operation, with its places in the contract. */
export type DocumentedResponse = {
  status: number
  mediaType: string
  /** JSON pointer of the response object in the contract. */
  pointer: string
  /** JSON pointer of the body's schema in the contract. */
  schemaPointer: string
  validate: Validate
  /** The contract's example bodies. */
  examples: readonly { name: string; value: unknown }[]
}

/** Compiles the validators of a description, given its content and SHA-256. The result finds one by its JSON pointer. */
export type CompileSchemas = (document: object, sha256: string) => (pointer: string) => Validate

/** The content of the description that the kit needs. */
export type Contract = {
  title: string
  version: string
  /** SHA-256 of the description, in hex. */
  sha256: string
  /** The text of the description, for tools that parse it themselves. */
  text: string
  operation: { method: string; path: string; pointer: string }
  limit: { name: string; pointer: string }
  /** The security scheme, and where the contract requires it. */
  security: { scheme: string; pointer: string; requirementPointer: string }
  plants: DocumentedResponse
  error: DocumentedResponse
  /** Follows a JSON pointer through every `$ref` on the way. */
  resolvePointer: (pointer: string) => string
  /** Finds the line (from 1) at which the value of a JSON pointer begins. */
  findLine: (pointer: string) => number
}

/** Parses an OpenAPI 3.1 description of one list operation. Throws an Error that says what is missing. */
export function parseContract(text: string, compile: CompileSchemas): Contract {
  const lines = new LineCounter()
  const yaml = parseDocument(text, { lineCounter: lines })
  const broken = yaml.errors[0]
  if (broken) throw new Error(`the contract is not YAML: ${broken.message}`)
  const document: OpenAPIV3_1.Document = yaml.toJS()
  const [path, item] = findOnly(Object.entries(document.paths ?? {}), 'path')
  const operation = assertPresent(item?.get, `${path} has a get operation`)
  const pointer = `/paths/${escapePointer(path)}/get`
  const parameter = findOnly(operation.parameters ?? [], 'parameter')
  if ('$ref' in parameter) throw new Error('the contract must describe its parameter in place, without $ref')
  const scheme = findOnly(
    Object.keys(operation.security?.[0] ?? document.security?.[0] ?? {}),
    'security scheme',
  )
  const sha256 = createHash('sha256').update(text).digest('hex')
  const schemas = compile(document, sha256)
  const response = (status: number): DocumentedResponse => {
    const described = assertPresent(operation.responses?.[status], `the operation documents ${status}`)
    if ('$ref' in described)
      throw new Error(`the contract must describe its ${status} in place, without $ref`)
    const mediaType = findOnly(Object.keys(described.content ?? {}), `media type of the ${status}`)
    const at = `${pointer}/responses/${status}`
    const schemaPointer = `${at}/content/${escapePointer(mediaType)}/schema`
    const examples = Object.entries(described.content?.[mediaType]?.examples ?? {}).flatMap(
      ([name, example]) => ('value' in example ? [{ name, value: example.value }] : []),
    )
    return { status, mediaType, pointer: at, schemaPointer, validate: schemas(schemaPointer), examples }
  }
  return {
    title: document.info.title,
    version: document.info.version,
    sha256,
    text,
    operation: { method: 'GET', path, pointer },
    limit: { name: parameter.name, pointer: `${pointer}/parameters/0` },
    security: {
      scheme,
      pointer: `/components/securitySchemes/${escapePointer(scheme)}`,
      requirementPointer: operation.security === undefined ? '/security' : `${pointer}/security`,
    },
    plants: response(200),
    error: response(400),
    resolvePointer: (at) => resolvePointer(document, at),
    findLine: (at) => locate(yaml, lines, at),
  }
}

function findOnly<T>(values: T[], what: string): T {
  const [value] = values
  if (value === undefined || values.length !== 1)
    throw new Error(`the contract must have exactly one ${what}; it has ${values.length}`)
  return value
}

function assertPresent<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the kit cannot use this contract: expected that ${what}`)
  return value
}
