import type { Place } from './description.ts'
import { isMap } from './jsonPointer.ts'
import { readSchema, type Schema } from './schema.ts'
import type { Validate } from './violation.ts'
import { pluralize, quote } from './words.ts'

/** The parts of a description that concern the operation that the kit judges. */
export type DescribedOperation = ReturnType<typeof readOperation>

/** The query parameter that limits the length of the list. */
export type LimitParameter = {
  name: string
  pointer: string
  /** The range in the parameter's schema. If the schema has none, JavaScript's range of safe integers. */
  minimum: number
  maximum: number
  /** Whether the range is the range of an int32. */
  isInt32: boolean
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

type Compile = (schema: Schema) => Validate

/**
 * Finds the operation that lists plants: the only GET whose path ends with `/plants`, or else the only GET. Records the parts that the kit
 * does not judge. Throws if the operation is missing, or if the kit cannot send the operation's requests.
 */
export function readOperation(description: Place, compile: Compile) {
  if (!isMap(description.value)) return description.refuse('expected an OpenAPI description (a map)')
  const openapi = description.get('openapi')
  const version = String(openapi.value ?? description.get('swagger').value ?? 'no version')
  if (!/^3\.[01]\.\d+$/.test(version))
    return openapi.refuse(`expected OpenAPI 3.0 or 3.1, got ${quote(version)}`)
  const paths = description.get('paths')
  const path = findPath(paths)
  const item = paths.get(path)
  const operation = item.get('get')
  if (paths.names.length > 1) paths.skip(pluralize(paths.names.length - 1, 'other path'))
  for (const method of ['put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])
    item.get(method).skip(`${method.toUpperCase()} ${path}`)
  for (const part of ['requestBody', 'callbacks']) operation.get(part).skip(part)
  description.get('webhooks').skip('webhooks')
  return {
    operation: { path, pointer: operation.pointer },
    limit: findLimit(item),
    security: findSecurity(description, operation),
    ...findResponses(operation.get('responses'), compile),
  }
}

function findPath(paths: Place): string {
  const all = paths.names.filter((path) => isMap(paths.get(path, 'get').value))
  const plants = all.filter((path) => path.endsWith('/plants') && !path.includes('{'))
  const [path, other] = plants.length > 0 ? plants : all
  if (path === undefined) return paths.refuse('expected a path with a get operation, got none')
  if (other !== undefined)
    return paths.refuse(`cannot tell which operation to test: GET ${path} or GET ${other}`)
  if (/^\/[^?#{}\s]*$/.test(path)) return path
  return paths.get(path).refuse(`expected a path without parameters or a query, got ${quote(path)}`)
}

/** Finds the parameter that limits the list: the integer query parameter named `limit`, or else the only integer query parameter. */
function findLimit(item: Place): LimitParameter {
  const parameters = item.get('get', 'parameters')
  const all = [item.get('parameters'), parameters].flatMap((list) =>
    list.names.map((index) => readParameter(list.get(index))),
  )
  const integers = all.filter(({ isQuery, schema }) => isQuery && hasType(schema.value, 'integer'))
  const named = integers.filter(({ name }) => name === 'limit')
  const [limit, other] = named.length > 0 ? named : integers
  if (limit === undefined || other !== undefined)
    return parameters.refuse(
      `expected one query parameter of type integer that limits the list, or one named limit, got ${integers.length}`,
    )
  for (const { name, isQuery, isRequired, place } of all) {
    if (isRequired && isQuery)
      place
        .get('required')
        .refuse(`expected ${name} to be optional: the kit requests the whole list without this parameter`)
    if (place.pointer !== limit.place.pointer)
      place.skip(`the parameter ${quote(name)}${isRequired ? ' (send it with --header)' : ''}`)
  }
  return { name: limit.name, pointer: limit.place.pointer, ...readRange(limit.schema.value) }
}

function readParameter(place: Place) {
  const { name, in: where, required } = Object(place.value)
  const schema = readSchema(place)
  return { name: String(name), isQuery: where === 'query', isRequired: required === true, schema, place }
}

/** The range of an int32. A limit with any other format has the range of JavaScript's safe integers. */
const INT32 = [-(2 ** 31), 2 ** 31 - 1] as const
const INTEGER = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const

function readRange(value: unknown) {
  const schema: Record<string, unknown> = Object.assign({}, ...listParts(value).toReversed())
  const [lowest, highest] = schema.format === 'int32' ? INT32 : INTEGER
  const read = (keyword: string, fallback: number): number => Number(schema[keyword] ?? fallback)
  const minimum = Math.max(read('minimum', lowest), read('exclusiveMinimum', lowest - 1) + 1)
  const maximum = Math.min(read('maximum', highest), read('exclusiveMaximum', highest + 1) - 1)
  const isInt32 = minimum === INT32[0] && maximum === INT32[1]
  const assumed = schema.default === undefined ? {} : { default: Number(schema.default) }
  return { minimum, maximum, isInt32, ...assumed }
}

/** Finds the security scheme of the bearer token that the operation requires. OAuth and OpenID Connect tokens are bearer tokens. */
function findSecurity(description: Place, operation: Place) {
  const own = operation.get('security')
  const requirement = own.value === undefined ? description.get('security') : own
  const alternatives = [requirement.value ?? []].flat().map((each) => Object.keys(Object(each)))
  const schemes = [...new Set(alternatives.flat())].map((name) => {
    const place = description.get('components', 'securitySchemes', name)
    const { type, scheme = '' } = Object(place.value)
    return { name, kind: `${type} ${scheme}`.trim(), place }
  })
  const bearer = schemes.find(({ kind }) => /^(?:http bearer|oauth2|openIdConnect)$/i.test(kind))
  if (bearer === undefined || alternatives.some((each) => each.length === 0)) {
    const found = schemes.map(({ name, kind }) => `${quote(name)} (${kind})`).join(', ') || 'no security'
    return requirement.refuse(`expected the operation to always require a bearer token, got ${found}`)
  }
  for (const { name, place } of schemes)
    if (name !== bearer.name) place.skip(`the security scheme ${quote(name)}`)
  return { pointer: bearer.place.pointer, requirementPointer: requirement.pointer }
}

/** Matches JSON media types, such as `application/json` and `application/problem+json`. */
const JSON_TYPE = /^application\/(?:[a-z0-9!#$&^_.-]+\+)?json$/
/** Matches the 4xx status codes, except those (408, 413, 414, 429 and 431) that a gateway may send with a body of its own. */
const REFUSAL = /^4(?!08|13|14|29|31)\d\d$/

/** Finds the 200 response with the list, the 400 response with the error, and other 4xx responses that have a documented body. */
function findResponses(responses: Place, compile: Compile) {
  const find = (status: string, ...others: string[]): DocumentedResponse => {
    const name = [status, ...others].find((each) => responses.names.includes(each)) ?? status
    const place = responses.get(name)
    const response = readResponse(place, name, compile)
    if (response) return { ...response, status: Number(status) }
    return place.refuse(`expected a documented ${status} response with a schema for its JSON body`)
  }
  const plants = find('200')
  const error = find('400', '4XX', 'default')
  const items = { allOf: listParts(plants.schema.value).map((part) => part.items) }
  if (!hasType(plants.schema.value, 'array') || !hasType(items, 'object'))
    plants.schema.refuse(
      'expected a 200 whose schema is an array of objects (`type: array`, and `type: object` in `items`)',
    )
  if (!hasType(error.schema.value, 'object'))
    error.schema.refuse('expected a 400 whose schema is an object (`type: object`)')
  const refusals = responses.names.flatMap((status) => {
    const place = responses.get(status)
    if ([plants.pointer, error.pointer].includes(place.pointer)) return []
    const response = REFUSAL.test(status) ? readResponse(place, status, compile) : undefined
    if (response === undefined && !status.startsWith('x-')) place.get('content').skip(`the body of ${status}`)
    return response ?? []
  })
  return { plants, error, refusals }
}

/** Reads a documented response and its JSON schema. Returns undefined if the response has no JSON schema. */
function readResponse(
  { pointer, get }: Place,
  status: string,
  compile: Compile,
): DocumentedResponse | undefined {
  const content = get('content')
  const mediaType = content.names.find((type) => JSON_TYPE.test(type))
  if (mediaType === undefined) return undefined
  const media = content.get(mediaType)
  if (media.get('schema').value === undefined) return undefined
  get('headers').skip(`the headers of ${status}`)
  for (const type of content.names) if (type !== mediaType) content.get(type).skip(`${type} in ${status}`)
  const schema = readSchema(media)
  const validate = compile(schema)
  const examples = media.get('examples').names.flatMap((name) => {
    const example = media.get('examples', name, 'value')
    if (example.value === undefined) return []
    if (validate(example.value).length === 0) return [{ name, value: example.value }]
    example.skip(`the example "${name}", which does not match its schema`)
    return []
  })
  return { status: Number(status), mediaType, pointer, schema, examples, validate }
}

function hasType(schema: unknown, type: string): boolean {
  return listParts(schema).some((part) => [part.type].flat().includes(type))
}

/** Lists a schema and the schemas of its `allOf`, because a value must match all of them. */
function listParts(schema: unknown): Record<string, unknown>[] {
  if (!isMap(schema)) return []
  return [schema, ...(Array.isArray(schema.allOf) ? schema.allOf.flatMap(listParts) : [])]
}
