import { childPointer, valueAt } from './jsonPointer.ts'
import { listNames, shorten } from './words.ts'

/** A violation of one assertion of a schema. */
export type SchemaViolation = ReturnType<typeof toViolation>

/** Validates a value against a schema of the contract. Returns an empty list if the value conforms. */
export type Validate = (value: unknown) => SchemaViolation[]

/** An error from Ajv, declared here so that users of the kit's type declarations need not install Ajv. */
type SchemaError = {
  instancePath: string
  schemaPath: string
  keyword: string
  params: Readonly<Record<string, unknown>>
  message?: string
}

/** A validator that Ajv compiled, at run time or in the build. */
export type Validator = { (value: unknown): unknown; errors?: readonly SchemaError[] | null }

/** The maximum number of violations to return. In a long list, every element may violate the schema. */
const MAX_VIOLATIONS = 10_000
/** The maximum number of characters of a value in a message. */
const MAX_TEXT = 120

/** Wraps an Ajv validator, so that it returns violations. */
export function toValidate(validator: Validator): Validate {
  return (value) => {
    const errors = validator(value) ? [] : (validator.errors ?? []).slice(0, MAX_VIOLATIONS)
    return leaveOutBranches(errors).map((error) => toViolation(error, value))
  }
}

/**
 * Removes errors in the branches of `anyOf` and similar keywords, because a value need not match every branch, and the keyword itself also
 * has an error. Removes `format` errors for values of the wrong type: number formats refuse fractions, which `type` already reports.
 */
function leaveOutBranches(errors: readonly SchemaError[]): readonly SchemaError[] {
  const branches = new Set<string>()
  const mistyped = new Set<string>()
  for (const { keyword, instancePath, schemaPath, params } of errors) {
    if (keyword === 'type') mistyped.add(instancePath)
    if (BRANCHING.has(keyword)) branches.add(`${schemaPath}/`)
    if (keyword === 'if') branches.add(`${schemaPath.slice(0, -'if'.length)}${params.failingKeyword}/`)
  }
  return errors.filter(
    ({ keyword, instancePath, schemaPath }) =>
      !(keyword === 'format' && mistyped.has(instancePath)) &&
      ![...branches].some((branch) => schemaPath.startsWith(branch)),
  )
}

const BRANCHING = new Set(['anyOf', 'oneOf', 'contains', 'propertyNames'])

export function toViolation(error: SchemaError, value: unknown) {
  const { instancePath: pointer, schemaPath, keyword, params, message = '' } = error
  const inWords = message.replace(/^must NOT /, 'not to ').replace(/^must /, 'to ')
  const expected = shorten(EXPECTED[keyword]?.(params) ?? inWords, MAX_TEXT)
  // The name of an additional property that the schema does not allow.
  const extra = params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName
  const found =
    extra === undefined ? describeValue(valueAt(value, pointer)) : `the property ${JSON.stringify(extra)}`
  const actual = shorten(found, MAX_TEXT)
  // Decode the path, because Ajv percent-encodes it as the fragment of a URI.
  const path = decodeURIComponent(schemaPath.slice(1))
  return {
    /** The JSON pointer of the wrong part of the value. */
    pointer,
    /** The JSON pointer of the assertion in the schema. For a missing property, the pointer ends with the property's name. */
    path: keyword === 'required' ? childPointer(path, String(params.missingProperty)) : path,
    keyword,
    message: `${pointer === '' ? 'the body' : pointer}: expected ${expected}, got ${actual}`,
    expected,
    actual,
  }
}

/** For each keyword, describes the value that an assertion expects. For other keywords, the kit uses Ajv's message: `to be >= 0`. */
const EXPECTED: Readonly<Record<string, (params: SchemaError['params']) => string>> = {
  type: ({ type }) => listNames([type].flat().map((each) => withArticle(String(each)))),
  required: ({ missingProperty }) => `an object with ${JSON.stringify(missingProperty)}`,
  enum: ({ allowedValues }) => listNames([allowedValues].flat().map((each) => JSON.stringify(each))),
  const: ({ allowedValue }) => JSON.stringify(allowedValue),
  format: ({ format }) =>
    format === 'int32' ? 'an int32 (-2147483648 to 2147483647)' : `a value in the format ${format}`,
}

/** Puts an article in front of a type's name, but not in front of `null`: `a string`, `an array`. */
function withArticle(type: string): string {
  return type === 'null' ? type : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`
}

/** Describes a value by its type and content, so that `"42"` and `42` look different. */
function describeValue(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`
  if (typeof value === 'object') {
    const names = Object.keys(value).map((name) => JSON.stringify(name))
    return names.length === 0 ? 'an empty object' : `an object with ${names.join(', ')}`
  }
  // Plants from code can contain values that JSON does not support.
  if (typeof value === 'symbol' || typeof value === 'function') return `a ${typeof value}`
  return `the ${typeof value} ${typeof value === 'string' ? JSON.stringify(value) : value}`
}
