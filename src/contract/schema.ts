import { createRequire } from 'node:module'
import type { Place } from './description.ts'
import { findKitFile } from './files.ts'
import { childPointer, isMap, memberOf, splitPointer } from './jsonPointer.ts'
import { toValidate, toViolation, type Validate } from './violation.ts'
import { messageOf, quote } from './words.ts'

/** A schema of a description with its references resolved, and the JSON pointers of the schema's parts. */
export type Schema = ReturnType<typeof readSchema>

/** Keywords whose value is a map from names that the contract's author chooses. */
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas'])
/** Keywords whose value is data, not a schema. */
const DATA = new Set(['const', 'enum', 'default', 'examples', 'dependentRequired'])
/** Keywords to remove: references and `nullable`, which `readSchema` replaces, and keywords that rarely affect validation. */
const LEFT_OUT = /^(\$.*|x-.*|id|nullable|discriminator|example|externalDocs|xml)$/

/** The maximum number of subschemas, because schemas that refer to each other can double in size with each reference. */
const MAX_SCHEMAS = 10_000

/**
 * Reads the schema of a parameter or media type. Replaces each reference with its target, so that each path in an Ajv error leads to one
 * place in the description. Records recursive schemas, which the kit cannot judge.
 */
export function readSchema({ value: owner, pointer: parent, open }: Place) {
  const isOld = String(open('/openapi').value).startsWith('3.0.')
  const root = `${parent}/schema`
  const pointers = new Map<unknown, string>()
  const keywords: (Place & { name: string })[] = []
  const copy = (node: unknown, at: string, above: readonly string[], isMapOfSchemas = false): unknown => {
    if (Array.isArray(node)) return node.map((each, index) => copy(each, childPointer(at, index), above))
    if (!isMap(node)) return node
    const schema: Record<string, unknown> = {}
    pointers.set(schema, at)
    if (pointers.size > MAX_SCHEMAS) open(at).refuse(`expected at most ${MAX_SCHEMAS} subschemas, got more`)
    for (const [name, value] of Object.entries(node)) {
      const child = childPointer(at, name)
      if (isMapOfSchemas) schema[name] = copy(value, child, above)
      else if (!LEFT_OUT.test(name)) {
        keywords.push({ name, ...open(child) })
        schema[name] = DATA.has(name) ? value : copy(value, child, above, MAPS.has(name))
      }
    }
    if (isMapOfSchemas) return schema
    if (isOld) modernise(schema, node)
    leaveOutWriteOnly(schema)
    if (!('$ref' in node)) return schema
    const { value, pointer } = open(at)
    if (above.includes(pointer)) open(`${at}/$ref`).skip('a recursive schema')
    const referred = above.includes(pointer) ? {} : copy(value, pointer, [...above, pointer])
    if (Object.keys(schema).length === 0) return referred
    schema.allOf = [referred, ...(Array.isArray(schema.allOf) ? schema.allOf : [])]
    return schema
  }
  const value = copy(memberOf(owner, 'schema') ?? {}, root, [root])
  /** Converts a JSON pointer within the schema to a JSON pointer within the description. */
  const pointerOf = (path: string): string => {
    let [node, pointer] = [value, pointers.get(value) ?? root]
    for (const name of splitPointer(path)) {
      // In a path, `required` is followed by the name of a property, but in a pointer, by an index.
      const key = Array.isArray(node) && !(name in node) ? String(node.indexOf(name)) : name
      node = memberOf(node, key)
      pointer = pointers.get(node) ?? childPointer(pointer, key)
    }
    return pointer
  }
  return { value, keywords, pointerOf, open }
}

/** Converts OpenAPI 3.0's notation for null and for exclusive bounds to JSON Schema. */
function modernise(schema: Record<string, unknown>, { nullable }: Readonly<Record<string, unknown>>): void {
  if (nullable === true && 'type' in schema) schema.type = [schema.type, 'null']
  for (const bound of ['minimum', 'maximum']) {
    const exclusive = bound.replace('m', 'exclusiveM')
    if (typeof schema[exclusive] !== 'boolean') continue
    const [kept, dropped] = schema[exclusive] ? [exclusive, bound] : [bound, exclusive]
    schema[kept] = schema[bound]
    delete schema[dropped]
  }
}

/** Removes write-only properties from `required`, because a response need not contain them. */
function leaveOutWriteOnly(schema: Record<string, unknown>): void {
  const { required, properties } = schema
  if (!Array.isArray(required)) return
  const isInResponses = (name: string): boolean => memberOf(memberOf(properties, name), 'writeOnly') !== true
  if (!required.every(isInResponses)) schema.required = required.filter(isInResponses)
}

/** Compiles a schema of a description. Throws if the schema is invalid, and records unknown keywords and formats. */
export function compileSchema({ value, keywords, pointerOf, open }: Schema): Validate {
  const ajv = loadAjv()
  for (const { name, value, skip } of keywords)
    if (ajv.RULES.keywords[name] !== true) skip(`the keyword ${quote(name)}`)
    else if (name === 'format' && !(String(value) in ajv.formats)) skip(`the format ${quote(String(value))}`)
  try {
    return toValidate(ajv.compile(value as object))
  } catch (error) {
    const [mistake] = ajv.errors ?? []
    if (mistake === undefined) return open(pointerOf('')).refuse(messageOf(error))
    const { pointer, expected, actual } = toViolation(mistake, value)
    const { refuse } = open(pointerOf(pointer))
    return refuse(`${splitPointer(pointer).at(-1) ?? 'schema'}: expected ${expected}, got ${actual}`)
  }
}

let ajv: ReturnType<typeof import('./ajv.ts').createAjv> | undefined

/** Loads Ajv from the build's bundle or, in a checkout, through `ajv.ts`. Loading takes time, so load Ajv only when it is needed. */
export function loadAjv(): NonNullable<typeof ajv> {
  const path = import.meta.url.endsWith('.ts') ? 'src/contract/ajv.ts' : 'dist/generated/ajv.cjs'
  ajv ??= (createRequire(import.meta.url)(findKitFile(path)) as typeof import('./ajv.ts')).createAjv()
  return ajv
}
