import type { Place } from './description.ts'
import { isMap } from './jsonPointer.ts'
import { readSchema, type Schema } from './schema.ts'
import type { Validate } from './violation.ts'
import { pluralize, quote } from './words.ts'

/** The parameter that limits the list. */
export type LimitParameter = ReturnType<typeof describeLimit>

/** A documented response. */
export type DocumentedResponse = NonNullable<ReturnType<typeof readResponse>>

/** A parameter of the operation. */
export type Parameter = ReturnType<typeof readParameter>

type Compile = (schema: Schema) => Validate

/**
 * Finds the operation that lists plants: `GET /plants`, otherwise the only GET whose path ends with `/plants`, otherwise the only GET.
 * Records the parts that the kit does not judge. Throws if the operation or its list is missing.
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
  const parameters = readParameters(item)
  const limit = findLimit(parameters)
  if (limit === undefined) operation.skip('limits, because no optional integer parameter limits the list')
  return {
    operation: { path, pointer: operation.pointer },
    /** If the contract has no such parameter, the kit sends no limit. */
    hasLimit: limit !== undefined,
    limit: describeLimit(limit ?? { name: 'limit', place: operation, schema: { format: 'int32' } }),
    /** The other parameters that the kit sends. Each parameter has at least one value, as a string. */
    parameters: parameters.filter((each) => isSent(each) && each !== limit),
    security: findSecurity(description, operation),
    ...findResponses(operation.get('responses'), compile),
  }
}

function findPath(paths: Place): string {
  const all = paths.names.filter((path) => isMap(paths.get(path, 'get').value))
  const plants = all.filter((path) => path.endsWith('/plants') && !path.includes('{'))
  if (plants.includes('/plants')) return '/plants'
  const [path, other] = plants.length > 0 ? plants : all
  if (path === undefined) return paths.refuse('expected a path with a get operation, got none')
  if (other !== undefined)
    return paths.refuse(`expected one GET operation to test, got GET ${path} and GET ${other}`)
  if (/^\/[^?#{}\s\p{C}]*$/u.test(path)) return path
  return paths.get(path).refuse(`expected a path without parameters or a query, got ${quote(path)}`)
}

/** Reads the parameters of the operation and of its path. An operation's parameter replaces the path's parameter of the same name and kind. */
function readParameters(item: Place): Parameter[] {
  const lists = [item.get('parameters'), item.get('get', 'parameters')]
  const all = lists.flatMap((list) => list.names.map((index) => readParameter(list.get(index))))
  return [...new Map(all.map((each) => [`${each.in} ${each.name}`, each])).values()]
}

function readParameter(place: Place) {
  const { name, in: where, required } = Object(place.value)
  const schema = merge(readSchema(place).value)
  const values = listValues(place, schema)
  return { name: String(name), in: String(where), isRequired: required === true, schema, values, place }
}

/** Matches names of integers that do not limit the list, and names that the kit cannot send as they are. */
const POSITION = /^(page|page_?(no|number|index)|offset|skip|start)$|[\s&=#]/i

/** Finds the parameter that limits the list: the optional integer in the query named `limit`, or else the only such integer. */
function findLimit(parameters: readonly Parameter[]): Parameter | undefined {
  const optional = parameters.filter((each) => each.in === 'query' && !each.isRequired)
  const integers = optional.filter(({ schema, name }) => hasType(schema, 'integer') && !POSITION.test(name))
  return integers.find(({ name }) => name === 'limit') ?? (integers.length === 1 ? integers[0] : undefined)
}

/** Headers that OpenAPI describes in other places, and headers about the connection, the host or the end of a request. */
const RESERVED = /^(accept|authorization|content-.*|host|connection|transfer-encoding|upgrade|expect)$/i

/** Whether the kit sends a parameter. Records parameters that the kit does not send, and refuses text that cannot be sent unchanged. */
function isSent({ name, in: where, isRequired, values, place }: Parameter): boolean {
  const isHeader = where === 'header'
  if (isHeader && RESERVED.test(name)) return false
  const isKnown = values.length > 0 && (where === 'query' || (isHeader && isRequired))
  if (!isKnown) place.skip(`the parameter ${quote(name)}${isRequired ? ' (send it with --header)' : ''}`)
  // The kit sends headers as Latin-1 and percent-encodes queries, but half of a surrogate pair has no encoding.
  const [names, texts] = isHeader ? [/^[\w.-]+$/, /^[\t -~\u00a0-\u00ff]*$/] : [/^\P{C}+$/u, /^\P{Cs}*$/u]
  const wrong = names.test(name) ? values.find((value) => !texts.test(value)) : name
  const expected = isHeader ? 'a name like X-Shop and one line of Latin-1' : 'Unicode without control codes'
  return isKnown && (wrong === undefined || place.refuse(`expected ${expected}, got ${quote(wrong)}`))
}

/** The maximum number of values to send for one parameter. */
const MAX_VALUES = 10
/** A value of each type, for parameters without examples, enumerations or bounds. */
const USUAL: Readonly<Record<string, unknown>> = { string: 'plant', integer: 1, number: 1, boolean: true }

/** Lists values for a parameter: its examples, default, enumeration and bounds, or else a usual value. For an array, sends one element. */
function listValues(place: Place, schema: Record<string, unknown>): string[] {
  if (schema.items !== undefined) return listValues(place, merge(schema.items))
  const examples = place.get('examples').names.map((name) => place.get('examples', name, 'value').value)
  const own = [place.get('example').value, place.get('schema', 'example').value, ...examples]
  const { type, format, pattern, minLength } = schema
  const named = ['examples', 'default', 'const', 'enum', 'maximum', 'minimum'].map((name) => schema[name])
  const isPlain = type !== 'string' || [format, pattern, minLength].every((each) => each === undefined)
  const usual = isPlain ? [type].flat().map((each) => USUAL[`${each}`]) : []
  const isString = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)
  const [first = [], second = []] = [[...own, ...named].flat(), usual].map((all) => all.filter(isString))
  return [...new Set((first.length > 0 ? first : second).map(String))].slice(0, MAX_VALUES)
}

/** The range of an int32. A limit with another format has the range of JavaScript's safe integers. */
const INT32 = [-(2 ** 31), 2 ** 31 - 1] as const
const INTEGER = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const

/** Reads the range and the default of a limit. The default may be null. `isInt32`: whether the range is exactly that of an int32. */
function describeLimit({ name, place, schema }: Pick<Parameter, 'name' | 'place' | 'schema'>) {
  const [lowest, highest] = schema.format === 'int32' ? INT32 : INTEGER
  const read = (name: string, fallback: number) => Number([schema[name]].find(Number.isFinite) ?? fallback)
  const minimum = Math.max(read('minimum', lowest), read('exclusiveMinimum', lowest - 1) + 1)
  const maximum = Math.min(read('maximum', highest), read('exclusiveMaximum', highest + 1) - 1)
  const isInt32 = minimum === INT32[0] && maximum === INT32[1]
  const assumed = typeof schema.default === 'number' ? { default: schema.default } : {}
  return { name, pointer: place.pointer, minimum, maximum, isInt32, ...assumed }
}

/** Finds the security scheme of bearer tokens (HTTP, OAuth 2 or OpenID Connect), and whether all requests require a token. */
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
  const isRequired = bearer !== undefined && alternatives.every((each) => each.length > 0)
  if (!isRequired) operation.skip('refusals, because the operation does not always require a bearer token')
  for (const { name, place } of schemes)
    if (name !== bearer?.name) place.skip(`the security scheme ${quote(name)}`)
  const { pointer } = bearer?.place ?? operation
  return { pointer, requirementPointer: requirement.pointer, isRequired }
}

/** Matches media types of JSON, with or without parameters, and media ranges that contain JSON. */
const JSON_TYPE = /^(?:application\/(?:(?:[a-z0-9!#$&^_.-]+\+)?json|\*)|\*\/\*)(?=$|[\s;])/i
/** The status codes of refusals, except 408, 413, 414, 429 and 431, which a gateway may send with its own body. */
const REFUSAL = /^4(?!08|13|14|29|31)\d\d$/

/** Finds the 200 with the list, the 400, and other refusals with a documented body. An undocumented 400 may have any body. */
function findResponses(responses: Place, compile: Compile) {
  const find = (status: string, ...others: string[]): DocumentedResponse | undefined => {
    const name = [status, ...others].find((each) => responses.names.includes(each)) ?? status
    const response = readResponse(responses.get(name), name, compile)
    return response && { ...response, status: Number(status) }
  }
  const plants = find('200', '2XX')
  const { refuse } = responses.get('200')
  if (plants === undefined || !hasType(plants.schema.value, 'array'))
    return refuse('expected a documented 200 with a JSON body whose schema has `type: array`')
  const documented = find('400', '4XX', 'default')
  if (documented === undefined) responses.skip('errors, because the contract has no 400 with JSON')
  const any = { status: 400, mediaType: 'application/json', examples: [], headers: [], validate: () => [] }
  const error = documented ?? { ...any, pointer: responses.pointer, schema: readSchema(responses) }
  const refusals = responses.names.flatMap((status) => {
    const place = responses.get(status)
    if ([plants.pointer, error.pointer].includes(place.pointer)) return []
    const response = REFUSAL.test(status) ? readResponse(place, status, compile) : undefined
    if (response === undefined && !status.startsWith('x-')) place.get('content').skip(`the body of ${status}`)
    return response ?? []
  })
  return { plants, error, refusals, hasError: documented !== undefined }
}

/** Reads a documented response and its JSON schema. Returns undefined if the response has no JSON schema. */
function readResponse({ pointer, get }: Place, status: string, compile: Compile) {
  const content = get('content')
  const name = content.names.find((each) => JSON_TYPE.test(each)) ?? ''
  const media = content.get(name)
  if (media.get('schema').value === undefined) return undefined
  for (const type of content.names) if (type !== name) content.get(type).skip(`${type} in ${status}`)
  const schema = readSchema(media)
  const validate = compile(schema)
  const examples = media.get('examples').names.flatMap((name) => {
    const example = media.get('examples', name, 'value')
    if (example.value === undefined) return []
    if (validate(example.value).length === 0) return [{ name, value: example.value }]
    example.skip(`the example "${name}", which does not match its schema`)
    return []
  })
  const mediaType = name.includes('*') ? 'application/json' : (JSON_TYPE.exec(name)?.[0] ?? name)
  const headers = get('headers').names.flatMap((each) => readHeader(get('headers', each), each, compile))
  return { status: Number(status), mediaType, pointer, schema, examples, headers, validate }
}

/** Reads a documented header. Records headers with objects, which the kit cannot read. OpenAPI ignores the header Content-Type. */
function readHeader(place: Place, name: string, compile: Compile) {
  const { isRequired, schema } = readParameter(place)
  const isNested = hasType(schema, 'object')
  if (isNested) place.skip(`the header ${quote(name)}`)
  if (isNested || /^content-type$/i.test(name)) return []
  return { name, isRequired, schema, pointer: place.pointer, validate: compile(readSchema(place)) }
}

export function hasType(schema: unknown, type: string): boolean {
  return [merge(schema).type].flat().includes(type)
}

/** Merges a schema with the schemas in its `allOf`, and with the schema that its `anyOf` or `oneOf` allows in addition to null. */
function merge(schema: unknown): Record<string, unknown> {
  const { allOf = [], anyOf, oneOf, ...own } = Object(schema)
  const choices = [anyOf ?? oneOf ?? []].flat().filter((each) => Object(each).type !== 'null')
  return Object.assign({}, ...[allOf, choices.length === 1 ? choices : []].flat().map(merge), own)
}
