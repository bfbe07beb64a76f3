import { INT32, POINTER } from './schemaWords.ts'

/** One assertion of a schema that a value violates. */
export type SchemaViolation = {
  /** JSON pointer into the value. */
  pointer: string
  /** JSON pointer of the violated assertion in the contract. */
  clause: string
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
  message?: string
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
    clause: `${error.parentSchema?.[POINTER] ?? ''}/${error.keyword}`,
    message: `${at}: expected ${expected}, got ${actual}`,
    expected,
    actual,
  }
}

function describeMismatch(error: SchemaError): { expected: string; actual: string } {
  if (error.keyword === 'required') {
    const present = Object.keys(error.data as object).map((name) => JSON.stringify(name))
    return {
      expected: `an object with ${JSON.stringify(error.params.missingProperty)}`,
      actual: present.length === 0 ? 'an empty object' : truncate(`an object with ${present.join(', ')}`),
    }
  }
  if (error.keyword === 'format' && error.params.format === 'int32')
    return { expected: `an int32 (${INT32.minimum} to ${INT32.maximum})`, actual: describeValue(error.data) }
  if (error.keyword === 'type')
    return { expected: withArticle(String(error.params.type)), actual: describeValue(error.data) }
  return { expected: error.message ?? error.keyword, actual: describeValue(error.data) }
}

/** Describes a value by its type and content, so that `"42"` and `42` look different. */
function describeValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`
  if (typeof value === 'object') {
    const names = Object.keys(value).map((name) => JSON.stringify(name))
    return names.length === 0 ? 'an empty object' : truncate(`an object with ${names.join(', ')}`)
  }
  return truncate(`the ${typeof value} ${JSON.stringify(value)}`)
}

function withArticle(type: string): string {
  return type === 'null' ? type : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`
}

function truncate(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}…` : text
}
