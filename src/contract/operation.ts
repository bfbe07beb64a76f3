import { childPointer, isMap, memberOf } from './jsonPointer.ts'
import { type Description, readSchema, type Schema } from './schema.ts'
import type { Validate } from './violation.ts'
import { pluralize, quote } from './words.ts'

/** What a description says about the operation that the kit judges. */
export type DescribedOperation = {
  operation: { path: string; pointer: string }
  limit: LimitParameter
  /** JSON pointers of the security scheme, and of the security requirement that names the scheme. */
  security: { pointer: string; requirementPointer: string }
  plants: DocumentedResponse
  error: DocumentedResponse
  /** Other documented refusals with a body, such as a 401. */
  refusals: readonly DocumentedResponse[]
}

/** The parameter that limits the list. */
export type LimitParameter = {
  name: string
  pointer: string
  /** The range in the parameter's schema. If the schema has none, JavaScript's range of safe integers. */
  minimum: number
  maximum: number
  /** The value that the server uses if the parameter is absent. */
  default?: number
}

/** A documented response. */
export type DocumentedResponse = {
  status: number
  mediaType: string
  /** JSON pointer of the response object in the contract. */
  pointer: string
  /** The body's schema. */
  schema: Schema
  /** The contract's example bodies. */
  examples: readonly { name: string; value: unknown }[]
  validate: Validate
}

/**
 * Finds the list of plants in a description: `GET /plants`, or else the only GET. Records the parts that the kit does not judge. Throws if
 * the operation is missing, or if the kit cannot send the operation's requests.
 */
export function readOperation(description: Description): DescribedOperation {
  const { get, read, refuse } = description
  if (!isMap(get(''))) return refuse('', 'expected an OpenAPI description (a map)')
  const version = String(get('/openapi') ?? get('/swagger') ?? 'no version')
  if (!/^3\.[01]\.\d+$/.test(version))
    return refuse('/openapi', `expected OpenAPI 3.0 or 3.1, got ${quote(version)}`)
  const path = findPath(description)
  const { pointer: parent } = read(childPointer('/paths', path))
  const pointer = `${parent}/get`
  skipOthers(description, path, parent)
  return {
    operation: { path, pointer },
    limit: findLimit(description, parent),
    security: findSecurity(description, pointer),
    ...findResponses(description, pointer),
  }
}

function findPath({ get, read, refuse }: Description): string {
  const paths = Object.keys(Object(get('/paths'))).filter((path) =>
    isMap(memberOf(read(childPointer('/paths', path)).value, 'get')),
  )
  const plants = paths.filter((path) => path.endsWith('/plants') && !path.includes('{'))
  const [path, other] = plants.length > 0 ? plants : paths
  if (path === undefined) return refuse('/paths', 'expected a path with a get operation, got none')
  if (other !== undefined)
    return refuse('/paths', `cannot tell which operation to test: GET ${path} or GET ${other}`)
  if (/^\/[^?#{}\s]*$/.test(path)) return path
  return refuse(
    childPointer('/paths', path),
    `expected a path without parameters or a query, got ${quote(path)}`,
  )
}

function skipOthers({ get, skip }: Description, path: string, parent: string): void {
  const paths = Object.keys(Object(get('/paths')))
  if (paths.length > 1) skip('/paths', `${pluralize(paths.length - 1, 'other path')}`)
  for (const method of ['put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])
    if (get(`${parent}/${method}`) !== undefined)
      skip(`${parent}/${method}`, `${method.toUpperCase()} ${path}`)
  for (const part of ['/webhooks', `${parent}/get/requestBody`, `${parent}/get/callbacks`])
    if (get(part) !== undefined) skip(part, part.slice(part.lastIndexOf('/') + 1))
}

/** Finds the parameter that limits the list: the only integer in the query, or the one that is called `limit`. */
function findLimit(description: Description, parent: string): LimitParameter {
  const { refuse, skip } = description
  const all = [parent, `${parent}/get`].flatMap((each) => readParameters(description, each))
  const integers = all.filter((each) => each.place === 'query' && hasType(each.schema.value, 'integer'))
  const named = integers.filter(({ name }) => name === 'limit')
  const [limit, other] = named.length > 0 ? named : integers
  if (limit === undefined || other !== undefined)
    return refuse(
      `${parent}/get/parameters`,
      `expected one query parameter of type integer that limits the list, or one named limit, got ${integers.length}`,
    )
  for (const { name, place, pointer, isRequired } of all) {
    if (isRequired && place === 'query')
      refuse(
        `${pointer}/required`,
        `expected ${name} to be optional: the kit requests the whole list without this parameter`,
      )
    if (pointer !== limit.pointer)
      skip(pointer, `the parameter ${quote(name)}${isRequired ? ' (send it with --header)' : ''}`)
  }
  return { name: limit.name, pointer: limit.pointer, ...readRange(limit) }
}

type Parameter = { name: string; place: unknown; pointer: string; isRequired: boolean; schema: Schema }

function readParameters(description: Description, parent: string): Parameter[] {
  const list = description.get(`${parent}/parameters`)
  return (Array.isArray(list) ? list : []).map((_, index) => {
    const { value, pointer } = description.read(`${parent}/parameters/${index}`)
    const { name, in: place, required } = Object(value)
    const schema = readSchema(description, description.read(`${pointer}/schema`).pointer)
    return { name: String(name), place, pointer, isRequired: required === true, schema }
  })
}

/** The range of an int32. A limit of any other format has JavaScript's range. */
const INT32 = [-(2 ** 31), 2 ** 31 - 1] as const
const INTEGER = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const

function readRange({ schema: { value } }: Parameter) {
  const schema: Record<string, unknown> = Object.assign({}, ...listParts(value).toReversed())
  const [lowest, highest] = schema.format === 'int32' ? INT32 : INTEGER
  const read = (keyword: string, fallback: number): number => Number(schema[keyword] ?? fallback)
  const minimum = Math.max(read('minimum', lowest), read('exclusiveMinimum', lowest - 1) + 1)
  const maximum = Math.min(read('maximum', highest), read('exclusiveMaximum', highest + 1) - 1)
  return { minimum, maximum, ...(schema.default !== undefined && { default: Number(schema.default) }) }
}

/** Whether every int32 is valid, and nothing else. */
export function isInt32({ minimum, maximum }: Pick<LimitParameter, 'minimum' | 'maximum'>): boolean {
  const [lowest, highest] = INT32
  return minimum === lowest && maximum === highest
}

/** Finds the bearer token that the operation requires. An OAuth token counts as a bearer token. */
function findSecurity(description: Description, operation: string): DescribedOperation['security'] {
  const { get, read, refuse, skip } = description
  const own = `${operation}/security`
  const requirementPointer = get(own) === undefined ? '/security' : own
  const alternatives = [get(requirementPointer) ?? []].flat().map((each) => Object.keys(Object(each)))
  const schemes = [...new Set(alternatives.flat())].map((name) => {
    const { value, pointer } = read(childPointer('/components/securitySchemes', name))
    const { type, scheme = '' } = Object(value)
    return { name, kind: `${type} ${scheme}`.trim(), pointer }
  })
  const bearer = schemes.find(({ kind }) => /^(?:http bearer|oauth2|openIdConnect)$/i.test(kind))
  if (bearer === undefined || alternatives.some((each) => each.length === 0)) {
    const found = schemes.map(({ name, kind }) => `${quote(name)} (${kind})`).join(', ') || 'no security'
    return refuse(requirementPointer, `expected the operation to always require a bearer token, got ${found}`)
  }
  for (const { name, pointer } of schemes)
    if (name !== bearer.name) skip(pointer, `the security scheme ${quote(name)}`)
  return { pointer: bearer.pointer, requirementPointer }
}

/** The media types of JSON. */
const JSON_TYPE = /^application\/(?:[a-z0-9!#$&^_.-]+\+)?json$/
/** Statuses of refusals, except those that a gateway may send with a body of its own. */
const REFUSAL = /^4(?!08|13|14|29|31)\d\d$/

/** Finds the 200 with the list, the 400 with the error, and other refusals. */
function findResponses(description: Description, operation: string) {
  const { get, read, refuse, skip } = description
  const parent = `${operation}/responses`
  const documented = Object.keys(Object(get(parent))).filter((status) => !status.startsWith('x-'))
  const find = (...names: string[]): DocumentedResponse => {
    const status = names.find((name) => documented.includes(name))
    const response = status === undefined ? undefined : readResponse(description, parent, status)
    if (response) return { ...response, status: Number(names[0]) }
    return refuse(
      status === undefined ? parent : read(`${parent}/${status}`).pointer,
      `expected a documented ${names[0]} response with a schema for its JSON body`,
    )
  }
  const plants = find('200')
  const error = find('400', '4XX', 'default')
  const items = { allOf: listParts(plants.schema.value).map((part) => part.items) }
  if (!hasType(plants.schema.value, 'array') || !hasType(items, 'object'))
    refuse(
      plants.schema.pointerOf(''),
      'expected a 200 whose schema is an array of objects (`type: array`, and `type: object` in `items`)',
    )
  if (!hasType(error.schema.value, 'object'))
    refuse(error.schema.pointerOf(''), 'expected a 400 whose schema is an object (`type: object`)')
  const refusals = documented.flatMap((status) => {
    const { value, pointer } = read(`${parent}/${status}`)
    if ([plants.pointer, error.pointer].includes(pointer) || !isMap(memberOf(value, 'content'))) return []
    const response = REFUSAL.test(status) ? readResponse(description, parent, status) : undefined
    if (response === undefined) skip(`${pointer}/content`, `the body of ${status}`)
    return response ?? []
  })
  return { plants, error, refusals }
}

/** What a description says about the JSON of a response; undefined if it says nothing. */
function readResponse(
  description: Description,
  parent: string,
  status: string,
): DocumentedResponse | undefined {
  const { get, read, skip, compile } = description
  const { value: response, pointer } = read(`${parent}/${status}`)
  const types = Object.keys(Object(memberOf(response, 'content')))
  const mediaType = types.find((type) => JSON_TYPE.test(type))
  if (mediaType === undefined) return undefined
  const content = childPointer(`${pointer}/content`, mediaType)
  if (get(`${content}/schema`) === undefined) return undefined
  if (isMap(memberOf(response, 'headers'))) skip(`${pointer}/headers`, `the headers of ${status}`)
  for (const type of types)
    if (type !== mediaType) skip(childPointer(`${pointer}/content`, type), `${type} in ${status}`)
  const schema = readSchema(description, `${content}/schema`)
  const validate = compile(schema)
  const examples = Object.keys(Object(get(`${content}/examples`))).flatMap((name) => {
    const { value: example, pointer: place } = read(childPointer(`${content}/examples`, name))
    if (!isMap(example) || !('value' in example)) return []
    if (validate(example.value).length === 0) return [{ name, value: example.value }]
    skip(`${place}/value`, `the example "${name}", which does not match its schema`)
    return []
  })
  return { status: Number(status), mediaType, pointer, schema, examples, validate }
}

function hasType(schema: unknown, type: string): boolean {
  return listParts(schema).some((part) => [part.type].flat().includes(type))
}

/** A schema, and the schemas of its `allOf`: a value must match each of them. */
function listParts(schema: unknown): Record<string, unknown>[] {
  if (!isMap(schema)) return []
  return [schema, ...(Array.isArray(schema.allOf) ? schema.allOf.flatMap(listParts) : [])]
}
