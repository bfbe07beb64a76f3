import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { escapePointer } from './locate.ts'

/** One assertion of a schema that a value breaks. */
export type SchemaViolation = {
  /** JSON pointer into the value. */
  pointer: string
  /** JSON pointer of the broken assertion in the contract. */
  clause: string
  message: string
  expected: string
  actual: string
}

/** Judges a value by a schema of the contract. An empty list means that it conforms. */
export type Validate = (value: unknown) => SchemaViolation[]

const INT32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }
const ID = 'contract'

/** Compiles the schemas of a description. The result finds one by its JSON pointer. */
export function compileSchemas(document: object): (pointer: string) => Validate {
  // The description itself is no schema, so Ajv meets keywords of OpenAPI in it; `format` is part of the contract
  // here (int32 has a range), where JSON Schema alone would take it for a remark.
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true, validateSchema: false })
  ajv.addFormat('int32', {
    type: 'number',
    validate: (value: number) => value >= INT32.minimum && value <= INT32.maximum,
  })
  ajv.addSchema(document, ID)
  const places = pointersOf(document)
  return (pointer) => {
    const validate = ajv.getSchema(`${ID}#${encodeURI(pointer)}`)
    if (!validate) throw new Error(`the contract has no schema at ${pointer}`)
    return (value) =>
      validate(value) ? [] : (validate.errors ?? []).map((error) => violation(error, places))
  }
}

/** Where each object of the description stands. Ajv hands back the very schema that failed, so identity finds it through any $ref. */
function pointersOf(document: object): WeakMap<object, string> {
  const places = new WeakMap<object, string>()
  const visit = (value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return
    places.set(value, pointer)
    for (const [name, member] of Object.entries(value)) visit(member, `${pointer}/${escapePointer(name)}`)
  }
  visit(document, '')
  return places
}

function violation(error: ErrorObject, places: WeakMap<object, string>): SchemaViolation {
  const clause = `${places.get(error.parentSchema as object) ?? ''}/${error.keyword}`
  const { expected, actual } = describe(error)
  const at = error.instancePath === '' ? 'the body' : error.instancePath
  return {
    pointer: error.instancePath,
    clause,
    message: `${at}: expected ${expected}, got ${actual}`,
    expected,
    actual,
  }
}

function describe(error: ErrorObject): { expected: string; actual: string } {
  if (error.keyword === 'required') {
    const present = Object.keys(error.data as object).map((name) => JSON.stringify(name))
    return {
      expected: `an object with ${JSON.stringify(error.params.missingProperty)}`,
      actual: present.length === 0 ? 'an empty object' : shorten(`an object with ${present.join(', ')}`),
    }
  }
  if (error.keyword === 'format' && error.params.format === 'int32')
    return { expected: `an int32 (${INT32.minimum} to ${INT32.maximum})`, actual: show(error.data) }
  if (error.keyword === 'type')
    return { expected: withArticle(String(error.params.type)), actual: show(error.data) }
  return { expected: error.message ?? error.keyword, actual: show(error.data) }
}

/** A value in a few words, its type first, so that `"42"` and `42` can be told apart. */
function show(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`
  if (typeof value === 'object') {
    const names = Object.keys(value).map((name) => JSON.stringify(name))
    return names.length === 0 ? 'an empty object' : shorten(`an object with ${names.join(', ')}`)
  }
  return shorten(`the ${typeof value} ${JSON.stringify(value)}`)
}

function withArticle(type: string): string {
  return type === 'null' ? type : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}…` : text
}
