import { createRequire } from 'node:module'
import querystring from 'node:querystring'
import { fileURLToPath } from 'node:url'
import { packageRoot } from './files.ts'
import { childPointer, isMap, memberOf, splitPointer, valueAt } from './jsonPointer.ts'
import { toValidate, type Validate } from './violation.ts'
import { messageOf, quote, shorten } from './words.ts'

/** A parsed description. */
export type Description = ReturnType<typeof createDescription>

type Notes = {
  /** Throws the ContractError for a mistake at a JSON pointer of the description. */
  refuse: (pointer: string, reason: string) => never
  /** Records that the kit does not judge the value at a JSON pointer. */
  skip: (pointer: string, what: string) => void
}

/** A schema of a description with its references resolved, and the places of its parts. */
export type Schema = {
  value: unknown
  /** The keywords of the schema, with their places, and the values of `format`. */
  keywords: readonly { pointer: string; name: string; format?: string }[]
  /** Converts a JSON pointer within the schema to a JSON pointer within the description. */
  pointerOf: (path: string) => string
}

/**
 * Reads values of a description. `get` returns the value at a JSON pointer; `read` also follows a reference at that place, and returns the
 * pointer to the value. `ready` returns the validator of a schema that the build has compiled.
 */
export function createDescription(
  document: unknown,
  { refuse, skip, ready }: Notes & { ready: (schema: Schema) => Validate | undefined },
) {
  const get = (pointer: string): unknown => valueAt(document, pointer)
  const read = (pointer: string): { value: unknown; pointer: string } => {
    const value = get(pointer)
    if (!isMap(value) || !('$ref' in value)) return { value, pointer }
    const reference = String(value.$ref)
    if (!reference.startsWith('#/'))
      refuse(
        `${pointer}/$ref`,
        `the kit reads only one file, so $ref has to begin with #/, got ${quote(reference)}; join the files first, for example with redocly bundle`,
      )
    // Percent-encoded, as in any fragment of a URI.
    const target = querystring.unescape(reference.slice(1))
    const found = get(target)
    if (found === undefined) refuse(`${pointer}/$ref`, `the description has nothing at ${quote(reference)}`)
    return { value: found, pointer: target }
  }
  const compile = (schema: Schema): Validate => ready(schema) ?? compileSchema(schema, { refuse, skip })
  return { get, read, compile, refuse, skip }
}

/** Keywords whose keys are names that the author chooses. */
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas'])
/** Keywords whose value is data, not a schema. */
const DATA = new Set(
  'const enum default example examples dependentRequired discriminator externalDocs xml'.split(' '),
)
/** Keywords for references, which are resolved, and keywords that have no effect on validation. */
const LEFT_OUT = /^(\$.*|x-.*|id|nullable)$/

/**
 * Reads the schema at a JSON pointer, with every reference replaced with its target, so that each of Ajv's paths leads to one place.
 * Records recursive schemas, which the kit cannot judge.
 */
export function readSchema({ get, read, skip }: Description, root: string): Schema {
  const isOld = String(get('/openapi')).startsWith('3.0.')
  const pointers = new Map<unknown, string>()
  const keywords: Schema['keywords'][number][] = []
  const copy = (at: string, above: readonly string[], isMapOfSchemas = false): unknown => {
    const node = get(at)
    if (Array.isArray(node)) return node.map((_, index) => copy(childPointer(at, index), above))
    if (!isMap(node)) return node
    const schema: Record<string, unknown> = {}
    pointers.set(schema, at)
    for (const [name, value] of Object.entries(node)) {
      const child = childPointer(at, name)
      if (isMapOfSchemas) schema[name] = copy(child, above)
      else if (!LEFT_OUT.test(name)) {
        keywords.push({ pointer: child, name, ...(name === 'format' && { format: String(value) }) })
        schema[name] = DATA.has(name) ? value : copy(child, above, MAPS.has(name))
      }
    }
    if (isMapOfSchemas) return schema
    if (isOld) modernise(schema, node)
    leaveOutWriteOnly(schema)
    if (!('$ref' in node)) return schema
    const { pointer: target } = read(at)
    if (above.includes(target)) skip(at, 'a recursive schema')
    const referred = above.includes(target) ? {} : copy(target, [...above, target])
    if (Object.keys(schema).length === 0) return referred
    schema.allOf = [referred, ...(Array.isArray(schema.allOf) ? schema.allOf : [])]
    return schema
  }
  const value = copy(root, [root])
  const pointerOf = (path: string): string => {
    let [node, pointer] = [value, pointers.get(value) ?? root]
    for (const name of splitPointer(path)) {
      // The path of a required property has its name; the pointer has its index.
      const key = Array.isArray(node) && !(name in node) ? String(node.indexOf(name)) : name
      node = memberOf(node, key)
      pointer = pointers.get(node) ?? childPointer(pointer, key)
    }
    return pointer
  }
  return { value, keywords, pointerOf }
}

/** Converts to JSON Schema what OpenAPI 3.0 writes in its own way: null, and exclusive bounds. */
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

/** A write-only property may be required in a request, but not in a response. */
function leaveOutWriteOnly(schema: Record<string, unknown>): void {
  const { required, properties } = schema
  if (!Array.isArray(required)) return
  const isInResponses = (name: string): boolean => memberOf(memberOf(properties, name), 'writeOnly') !== true
  if (!required.every(isInResponses)) schema.required = required.filter(isInResponses)
}

/** Compiles a schema of a description. Throws if the schema is invalid, and records unknown keywords and formats. */
function compileSchema({ value, keywords, pointerOf }: Schema, { refuse, skip }: Notes): Validate {
  const ajv = loadAjv()
  for (const { pointer, name, format } of keywords)
    if (ajv.RULES.keywords[name] !== true) skip(pointer, `the keyword ${quote(name)}`)
    else if (format !== undefined && !(format in ajv.formats)) skip(pointer, `the format ${quote(format)}`)
  try {
    return toValidate(ajv.compile(value as object))
  } catch (error) {
    const [mistake] = ajv.errors ?? []
    if (mistake === undefined) return refuse(pointerOf(''), messageOf(error))
    const { instancePath: path, message } = mistake
    const found = shorten(JSON.stringify(valueAt(value, path)), 60)
    return refuse(pointerOf(path), `${splitPointer(path).at(-1) ?? 'schema'}: ${message}, got ${found}`)
  }
}

/** Compiles a valid JSON Schema. */
export function compileJsonSchema(schema: object): Validate {
  return toValidate(loadAjv().compile(schema))
}

let ajv: ReturnType<typeof import('./ajv.ts').createAjv> | undefined

/** Loads Ajv from the build's bundle or, in a checkout, from its source. Ajv takes longer to load than the rest of the kit. */
function loadAjv(): NonNullable<typeof ajv> {
  const isSource = import.meta.url.endsWith('.ts')
  const file = isSource ? './ajv.ts' : fileURLToPath(new URL('dist/generated/ajv.cjs', packageRoot))
  ajv ??= (createRequire(import.meta.url)(file) as typeof import('./ajv.ts')).createAjv()
  return ajv
}
