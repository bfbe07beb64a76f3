import type { Assertion } from './schema/assertions.ts'
import { describeAssertion } from './schema/describeAssertion.ts'
import { POINTER } from './schemaWords.ts'

/** One assertion of a schema that a value violates. */
export type SchemaViolation = {
  /** JSON pointer into the value. */
  pointer: string
  /** JSON pointer of the violated assertion in the contract. */
  clause: string
  /** The assertion at the place of the value, if it is one of a body's schema. */
  assertion?: Assertion
  message: string
  expected: string
  actual: string
}

/** Validates a value against a schema of the contract. An empty list means that it conforms. */
export type Validate = (value: unknown) => SchemaViolation[]

/** An error of Ajv's. Ajv's own type would make users of the kit's declarations install Ajv. */
type SchemaError = {
  instancePath: string
  keyword: string
  params: Readonly<Record<string, unknown>>
  schema?: unknown
  data?: unknown
  parentSchema?: Readonly<Record<string, unknown>>
}

/** A validator compiled by Ajv, at run time or by the build. */
export type Validator = { (value: unknown): unknown; errors?: readonly SchemaError[] | null }

/** Wraps a validator of Ajv's, so that it returns violations of the contract. */
export function toValidate(validator: Validator): Validate {
  return (value) => (validator(value) ? [] : (validator.errors ?? []).map(toViolation))
}

function toViolation(error: SchemaError): SchemaViolation {
  const { expected, actual } = describeMismatch(error)
  const at = error.instancePath === '' ? 'the body' : error.instancePath
  return {
    pointer: error.instancePath,
    clause: findClause(error),
    message: `${at}: expected ${expected}, got ${actual}`,
    expected,
    actual,
  }
}

/** Each name of `required` is an assertion of its own. */
function findClause({ keyword, params, schema, parentSchema }: SchemaError): string {
  const pointer = `${parentSchema?.[POINTER] ?? ''}/${keyword}`
  return keyword === 'required' && Array.isArray(schema)
    ? `${pointer}/${schema.indexOf(params.missingProperty)}`
    : pointer
}

function describeMismatch(error: SchemaError): { expected: string; actual: string } {
  if (error.keyword === 'required') {
    const present = Object.keys(error.data as object).map((name) => JSON.stringify(name))
    return {
      expected: `an object with ${JSON.stringify(error.params.missingProperty)}`,
      actual: present.length === 0 ? 'an empty object' : truncate(`an object with ${present.join(', ')}`),
    }
  }
  return {
    expected: describeAssertion(error.keyword, error.schema).expected,
    actual: describeActual(error),
  }
}

/** What is wrong with the value, if its members show it better than the value as a whole. */
function describeActual({ params, data }: SchemaError): string {
  const { additionalProperty, unevaluatedProperty, missingProperty, propertyName } = params
  const extra = additionalProperty ?? unevaluatedProperty ?? propertyName
  if (extra !== undefined) return truncate(`the member ${JSON.stringify(extra)}`)
  if (missingProperty !== undefined) return truncate(`an object without ${JSON.stringify(missingProperty)}`)
  return describeValue(data)
}

/** Describes a value by its type and content, so that `"42"` and `42` look different. */
function describeValue(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`
  if (typeof value === 'object') {
    const names = Object.keys(value).map((name) => JSON.stringify(name))
    return names.length === 0 ? 'an empty object' : truncate(`an object with ${names.join(', ')}`)
  }
  // Plants that are given in code can have values that JSON does not.
  if (typeof value === 'symbol' || typeof value === 'function') return `a ${typeof value}`
  return truncate(`the ${typeof value} ${typeof value === 'string' ? JSON.stringify(value) : value}`)
}

function truncate(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}…` : text
}
