import { childPointer, isMap, splitPointer } from './jsonPointer.ts'
import { type Description, readSchema, type Schema } from './schema.ts'
import { quote } from './words.ts'

/** What a description says about its only operation. */
export type DescribedOperation = {
  path: string
  pointer: string
  /** The path in front of the operation's, from the description's server: `/v2`, or empty. */
  prefix: string
  limit: LimitParameter
  /** The security scheme, and where the contract requires it. */
  security: { pointer: string; requirementPointer: string }
  plants: DescribedResponse
  error: DescribedResponse
  /** Other documented refusals with a body, such as a 401. */
  refusals: readonly DescribedResponse[]
}

/** The parameter that limits the list. */
export type LimitParameter = {
  name: string
  pointer: string
  /** The range of its schema. Without one, the range of integers that JavaScript counts with. */
  minimum: number
  maximum: number
  /** What the server assumes if the parameter is absent. */
  default?: number
}

/** What a description says about one response. */
export type DescribedResponse = {
  status: number
  mediaType: string
  /** JSON pointer of the response object in the contract. */
  pointer: string
  /** The body's schema. */
  schema: Schema
  /** The contract's example bodies, with their places. */
  examples: readonly { name: string; value: unknown; pointer: string }[]
}

/** Finds the only operation of a description. Refuses whatever the kit cannot judge. */
export function readOperation(description: Description): DescribedOperation {
  const { get, refuse } = description
  const document = get('')
  if (!isMap(document)) return refuse('', 'expected an OpenAPI description (a map)')
  const version = document.openapi ?? document.swagger ?? 'no version'
  if (!/^3\.1\.\d+$/.test(String(document.openapi)))
    refuse('/openapi', `expected OpenAPI 3.1, got ${quote(String(version))}`)
  const [path, other] = isMap(document.paths) ? Object.keys(document.paths) : []
  if (path === undefined) return refuse('/paths', 'expected one path with a get operation, got none')
  if (other !== undefined)
    refuse(childPointer('/paths', other), `the kit judges one operation; ${quote(other)} is a second path`)
  const parent = childPointer('/paths', path)
  const pointer = `${parent}/get`
  if (!/^\/[^?#{}\s]*$/.test(path))
    refuse(parent, `expected a path without parameters and query, got ${quote(path)}`)
  if (!isMap(get(pointer))) return refuse(parent, `expected that ${path} has a get operation`)
  const others = ['put', 'post', 'delete', 'options', 'head', 'patch', 'trace'].map(
    (name) => `${parent}/${name}`,
  )
  for (const unjudged of ['/webhooks', ...others, `${pointer}/requestBody`, `${pointer}/callbacks`])
    if (get(unjudged) !== undefined)
      refuse(unjudged, `the kit judges one GET, and cannot judge ${splitPointer(unjudged).at(-1)}`)
  return {
    path,
    pointer,
    prefix: findPrefix(description, parent),
    limit: findLimit(description, parent),
    security: findSecurity(description, pointer),
    ...findResponses(description, pointer),
  }
}

/** The path of the first server, with the defaults of its variables. */
function findPrefix({ get, refuse }: Description, parent: string): string {
  const place = [`${parent}/get`, parent, ''].find((each) => get(`${each}/servers`) !== undefined)
  const pointer = `${place ?? ''}/servers/0`
  const server = get(pointer)
  if (server === undefined) return ''
  if (!isMap(server) || typeof server.url !== 'string') return refuse(pointer, 'expected a server with a url')
  const url = server.url.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = get(`${childPointer(`${pointer}/variables`, name)}/default`)
    if (typeof value === 'string') return value
    return refuse(`${pointer}/url`, `the variable ${quote(name)} of the server has no default`)
  })
  const { pathname, search, hash } = URL.parse(url, 'http://host/') ?? {}
  if (pathname === undefined || search || hash)
    return refuse(
      `${pointer}/url`,
      `expected a path such as /v2 or an address such as https://example.com/v2, got ${quote(url)}`,
    )
  return pathname.replace(/(?<!\/)\/+$/, '')
}

/** Finds the parameter that limits the list: the only integer in the query, or the one that is called `limit`. */
function findLimit(description: Description, parent: string): LimitParameter {
  const { read, refuse } = description
  const pointers = [parent, `${parent}/get`].flatMap((each) => listParameters(description, each))
  const all = pointers.map((place) => {
    const { value, pointer } = read(place)
    if (!isMap(value) || typeof value.name !== 'string')
      return refuse(pointer, 'expected a parameter with a name')
    const { value: schema, pointer: schemaPointer } = read(`${pointer}/schema`)
    return { ...value, name: value.name, pointer, schema: isMap(schema) ? schema : {}, schemaPointer }
  })
  const integers = all.filter((each) => 'in' in each && each.in === 'query' && each.schema.type === 'integer')
  const limit = integers.find(({ name }) => name === 'limit') ?? integers[0]
  if (limit === undefined || (limit.name !== 'limit' && integers.length > 1))
    return refuse(
      pointers[0]?.replace(/\/\d+$/, '') ?? parent,
      limit === undefined
        ? 'expected a query parameter of type integer that limits the list'
        : `cannot tell which parameter limits the list: ${integers.map(({ name }) => quote(name)).join(', ')}; name it limit`,
    )
  for (const parameter of all)
    if ('required' in parameter && parameter.required === true)
      refuse(
        `${parameter.pointer}/required`,
        parameter === limit
          ? `${limit.name} must not be required: the kit also asks for the whole list`
          : `the kit cannot send the parameter ${quote(parameter.name)}, so it must not be required`,
      )
  if ('allowEmptyValue' in limit && limit.allowEmptyValue === true)
    refuse(`${limit.pointer}/allowEmptyValue`, 'the kit cannot judge allowEmptyValue')
  const { name, pointer, schema, schemaPointer } = limit
  return { name, pointer, ...readRange(name, schema, (path, reason) => refuse(schemaPointer + path, reason)) }
}

function listParameters({ get, refuse }: Description, parent: string): string[] {
  const pointer = `${parent}/parameters`
  const list = get(pointer) ?? []
  if (!Array.isArray(list)) return refuse(pointer, 'expected a list')
  return [...list.keys()].map((index) => `${pointer}/${index}`)
}

/** The range of each format that a limit can have. A schema without a format has that of int64. */
const RANGES = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
} as const
const READ = ['type', 'format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'default']
const ANNOTATIONS = ['title', 'description', 'deprecated', 'examples', 'example', '$comment', 'externalDocs']

function readRange(
  name: string,
  schema: Readonly<Record<string, unknown>>,
  refuse: Description['refuse'],
): Pick<LimitParameter, 'minimum' | 'maximum' | 'default'> {
  for (const keyword of Object.keys(schema))
    if (![...READ, ...ANNOTATIONS].includes(keyword) && !keyword.startsWith('x-'))
      refuse(`/${keyword}`, `the kit cannot judge ${quote(keyword)} of the parameter ${name}`)
  const integer = (keyword: string, fallback: number): number => {
    const value = schema[keyword] ?? fallback
    if (Number.isSafeInteger(value) || value === fallback) return Number(value)
    return refuse(`/${keyword}`, `${keyword}: expected a whole number, got ${quote(JSON.stringify(value))}`)
  }
  const { format = 'int64' } = schema
  if (format !== 'int32' && format !== 'int64')
    return refuse('/format', `${name}: expected the format int32 or int64, got ${quote(String(format))}`)
  const [lowest, highest] = RANGES[format]
  const minimum = Math.max(lowest, integer('minimum', lowest), integer('exclusiveMinimum', lowest - 1) + 1)
  const maximum = Math.min(highest, integer('maximum', highest), integer('exclusiveMaximum', highest + 1) - 1)
  if (maximum < 1 || maximum < minimum) refuse('', `${name}: expected a schema that allows a positive limit`)
  if (schema.default === undefined) return { minimum, maximum }
  const fallback = integer('default', minimum)
  if (fallback < minimum || fallback > maximum)
    refuse('/default', `the default ${fallback} of ${name} is outside its own range`)
  return { minimum, maximum, default: fallback }
}

/** The values that the contract allows, in words: `limit is an int32`, `limit is an integer from 1 to 100`. */
export function describeRange(limit: Pick<LimitParameter, 'name' | 'minimum' | 'maximum'>): string {
  const { name, minimum, maximum } = limit
  return isInt32(limit) ? `${name} is an int32` : `${name} is an integer from ${minimum} to ${maximum}`
}

/** Whether every int32 is valid, and nothing else. */
export function isInt32({ minimum, maximum }: Pick<LimitParameter, 'minimum' | 'maximum'>): boolean {
  const [lowest, highest] = RANGES.int32
  return minimum === lowest && maximum === highest
}

function findSecurity({ get, read, refuse }: Description, operation: string): DescribedOperation['security'] {
  const own = `${operation}/security`
  const requirementPointer = get(own) === undefined ? '/security' : own
  const requirements = get(requirementPointer)
  if (!Array.isArray(requirements) || requirements.length === 0)
    return refuse(requirementPointer, 'expected that the operation requires a bearer token, got no security')
  const [name, ...others] = requirements.flatMap((each) => (isMap(each) ? Object.keys(each) : []))
  if (name === undefined || others.length > 0 || requirements.length > 1)
    return refuse(
      requirementPointer,
      'expected exactly one requirement with one scheme; the kit cannot judge alternatives, combinations and optional security',
    )
  const { value: scheme, pointer } = read(childPointer('/components/securitySchemes', name))
  if (!isMap(scheme)) return refuse(requirementPointer, `there is no security scheme ${quote(name)}`)
  const kind = [scheme.type, scheme.scheme].filter(Boolean).join(' ')
  if (kind.toLowerCase() !== 'http bearer')
    refuse(pointer, `the kit judges bearer tokens only; ${quote(name)} is ${quote(kind)}`)
  return { pointer, requirementPointer }
}

/** The media types of JSON. */
const JSON_TYPE = /^application\/(?:[a-z0-9!#$&^_.-]+\+)?json$/
/** Statuses that a gateway may send, with a body of its own. */
const UNJUDGED = /^(?:408|413|414|429|431|5\d\d|5XX)$/

/** Finds the 200 with the list, the 400 with the error, and other refusals. Refuses other bodies: the kit would not judge them. */
function findResponses(
  description: Description,
  operation: string,
): Pick<DescribedOperation, 'plants' | 'error' | 'refusals'> {
  const { get, read, refuse } = description
  const parent = `${operation}/responses`
  const responses = get(parent)
  if (!isMap(responses)) return refuse(operation, 'expected that the operation documents 200 and 400')
  const plants = readResponse(description, parent, '200')
  const error = readResponse(description, parent, '400')
  const items = { allOf: listParts(plants.schema.value).map((part) => part.items) }
  if (!hasType(plants.schema.value, 'array') || !hasType(items, 'object'))
    refuse(
      plants.schema.pointerOf(''),
      'expected a 200 with an array of objects: type: array, with items of type: object',
    )
  if (!hasType(error.schema.value, 'object'))
    refuse(error.schema.pointerOf(''), 'expected a 400 with an object: type: object')
  const refusals = Object.keys(responses).flatMap((status) => {
    if (status === '200' || status === '400' || status.startsWith('x-') || UNJUDGED.test(status)) return []
    const { value: response, pointer } = read(`${parent}/${status}`)
    if (!isMap(response) || !('content' in response)) return []
    if (/^4\d\d$/.test(status)) return [readResponse(description, parent, status)]
    return refuse(
      `${pointer}/content`,
      `the kit judges the bodies of 200 and of single refusals (4xx); it cannot judge that of ${quote(status)}`,
    )
  })
  return { plants, error, refusals }
}

function readResponse(description: Description, parent: string, status: string): DescribedResponse {
  const { get, read, refuse } = description
  const { value: response, pointer } = read(`${parent}/${status}`)
  if (!isMap(response)) return refuse(parent, `expected that the operation documents ${status}`)
  if (Object.keys(Object(response.headers)).length > 0)
    refuse(`${pointer}/headers`, 'the kit cannot judge the headers of a response')
  const types = isMap(response.content) ? Object.keys(response.content) : []
  const [mediaType = ''] = types
  if (types.length !== 1 || !JSON_TYPE.test(mediaType))
    return refuse(
      types.length === 0 ? pointer : `${pointer}/content`,
      `expected exactly one media type for ${status}, and JSON, got ${types.map(quote).join(', ') || 'none'}`,
    )
  const content = childPointer(`${pointer}/content`, mediaType)
  if (get(`${content}/schema`) === undefined)
    return refuse(content, `expected a schema for ${status}, got none`)
  const examples = Object.keys(Object(get(`${content}/examples`))).flatMap((name) => {
    const { value: example, pointer: place } = read(childPointer(`${content}/examples`, name))
    return isMap(example) && 'value' in example
      ? [{ name, value: example.value, pointer: `${place}/value` }]
      : []
  })
  const schema = readSchema(description, `${content}/schema`)
  return { status: Number(status), mediaType, pointer, schema, examples }
}

function hasType(schema: unknown, type: string): boolean {
  return listParts(schema).some((part) => part.type === type)
}

/** A schema, and those of its `allOf`: a value must match each. */
function listParts(schema: unknown): Record<string, unknown>[] {
  if (!isMap(schema)) return []
  return [schema, ...(Array.isArray(schema.allOf) ? schema.allOf.flatMap(listParts) : [])]
}
