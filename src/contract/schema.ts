import { createRequire } from 'node:module'
import querystring from 'node:querystring'
import { fileURLToPath } from 'node:url'
import { packageRoot } from './files.ts'
import { childPointer, isMap, memberOf, splitPointer, valueAt } from './jsonPointer.ts'
import { toValidate, type Validate } from './violation.ts'
import { messageOf, quote } from './words.ts'

/** A parsed description. */
export type Description = {
  get: (pointer: string) => unknown
  /** What is at a JSON pointer, or where the reference that is there leads; and where that is. */
  read: (pointer: string) => { value: unknown; pointer: string }
  refuse: Refuse
}

/** Throws the ContractError for a mistake at a JSON pointer of the description. */
type Refuse = (pointer: string, reason: string) => never

/** A schema of a description without references, and where its parts are. */
export type Schema = {
  value: unknown
  /** The JSON pointer in the description of what is at a JSON pointer in the schema. */
  pointerOf: (path: string) => string
}

/** Keywords whose members have names of the author's. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas'])
/** Keywords whose value is data. */
const DATA = new Set(['const', 'enum', 'default', 'example', 'examples'])

/** Reads the schema at a JSON pointer, with everything in it that it refers to. So Ajv's paths lead to one place each. */
export function readSchema(description: Description, root: string): Schema {
  const pointers = new Map<unknown, string>()
  const copy = (at: string, above: readonly string[], isMapOfSchemas = false): unknown => {
    const node = description.get(at)
    const children = (value: object): [string, string][] =>
      Object.keys(value).map((name) => [name, childPointer(at, name)])
    if (Array.isArray(node)) return children(node).map(([, child]) => copy(child, above))
    if (!isMap(node)) return node
    const schema: Record<string, unknown> = {}
    pointers.set(schema, at)
    for (const [name, child] of children(node)) {
      if (isMapOfSchemas) schema[name] = copy(child, above)
      else if (DATA.has(name)) schema[name] = node[name]
      else if (!name.startsWith('x-') && name !== '$ref') schema[name] = copy(child, above, MAPS.has(name))
    }
    if (isMapOfSchemas || !('$ref' in node)) return schema
    const { pointer: target } = description.read(at)
    if (above.includes(target))
      description.refuse(target, 'the kit cannot judge a schema that contains itself')
    const referred = copy(target, [...above, target])
    if (Object.keys(schema).length === 0) return referred
    schema.allOf = [referred, ...(Array.isArray(schema.allOf) ? schema.allOf : [])]
    return schema
  }
  const value = copy(root, [root])
  const pointerOf = (path: string): string => {
    let [node, pointer] = [value, pointers.get(value) ?? root]
    for (const name of splitPointer(path)) {
      // The path of a required member has its name, the pointer its index.
      const key = Array.isArray(node) && !(name in node) ? String(node.indexOf(name)) : name
      node = memberOf(node, key)
      pointer = pointers.get(node) ?? childPointer(pointer, key)
    }
    return pointer
  }
  return { value, pointerOf }
}

/** Reads values of a description, through references. */
export function createDescription(document: unknown, refuse: Refuse): Description {
  const get = (pointer: string): unknown => valueAt(document, pointer)
  const read: Description['read'] = (pointer) => {
    const value = get(pointer)
    if (!isMap(value) || !('$ref' in value)) return { value, pointer }
    const reference = String(value.$ref)
    if (!reference.startsWith('#/'))
      refuse(
        `${pointer}/$ref`,
        `the kit reads one file, so $ref has to begin with #/, got ${quote(reference)}; join the files first, for example with redocly bundle`,
      )
    // Percent-encoded, as in any fragment of a URI.
    const target = querystring.unescape(reference.slice(1))
    const found = get(target)
    if (found === undefined) refuse(`${pointer}/$ref`, `there is nothing at ${quote(reference)}`)
    return { value: found, pointer: target }
  }
  return { get, read, refuse }
}

/** Compiles a schema of a description. Refuses one that is wrong, or that the kit cannot judge. */
export function compileSchema({ value, pointerOf }: Schema, refuse: Refuse): Validate {
  const { compile, findMistake } = loadAjv()
  const mistake = findMistake(value)
  if (mistake) refuse(pointerOf(mistake.path), mistake.reason)
  try {
    return toValidate(compile(value as object))
  } catch (error) {
    return refuse(pointerOf(''), messageOf(error))
  }
}

/** Compiles a JSON Schema that is right. */
export function compileJsonSchema(schema: object): Validate {
  return toValidate(loadAjv().compile(schema))
}

/** The build's bundle of it; in a checkout, its source. Ajv takes longer to load than all else of the kit. */
function loadAjv(): typeof import('./ajv.ts') {
  const isSource = import.meta.url.endsWith('.ts')
  const file = isSource ? './ajv.ts' : fileURLToPath(new URL('dist/generated/ajv.cjs', packageRoot))
  return createRequire(import.meta.url)(file)
}
