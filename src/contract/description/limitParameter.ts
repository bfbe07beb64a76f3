import type { Refuse } from '../ContractError.ts'
import { valueAt } from '../jsonPointer.ts'
import { followReference, isMap } from '../schema/checkSchema.ts'
import { annotationKeywords } from '../schema/keywords.ts'
import { quote } from '../words.ts'

/** The parameter that limits the list. */
export type LimitParameter = {
  name: string
  pointer: string
  /** The range of its schema. Without one, the range of integers that JavaScript counts with. */
  minimum: number
  maximum: number
  /** What the server assumes if the parameter is absent. */
  default?: number
  /** The format of its schema, such as int32. */
  format?: string
}

/** The range of each format that a limit can have. A schema without a format has that of int64. */
const RANGES = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
} as const

/** Finds the parameter that limits the list among the parameters at these pointers. */
export function findLimit(document: unknown, pointers: readonly string[], refuse: Refuse): LimitParameter {
  const all = pointers.map((pointer) => {
    const given = valueAt(document, pointer)
    const at =
      isMap(given) && '$ref' in given
        ? followReference(document, given.$ref, `${pointer}/$ref`, refuse)
        : pointer
    const parameter = valueAt(document, at)
    if (!isMap(parameter) || typeof parameter.name !== 'string')
      return refuse(at, 'expected a parameter with a name')
    return { at, name: parameter.name, parameter }
  })
  const candidates = all.filter(({ parameter }) => isInteger(parameter))
  const chosen =
    candidates.find(({ name }) => name === 'limit') ?? (candidates.length === 1 ? candidates[0] : undefined)
  for (const other of all)
    if (other !== chosen && other.parameter.required === true)
      refuse(
        `${other.at}/required`,
        `the kit cannot send the parameter ${quote(other.name)}, so it must not be required`,
      )
  if (chosen === undefined) {
    const names = candidates.map(({ name }) => quote(name)).join(', ')
    return refuse(
      pointers[0]?.replace(/\/\d+$/, '') ?? '',
      candidates.length === 0
        ? 'expected a query parameter of type integer that limits the list'
        : `cannot tell which parameter limits the list: ${names}; name it limit`,
    )
  }
  return readLimit(chosen.name, chosen.parameter, chosen.at, document, refuse)
}

function isInteger({ in: place, schema }: Record<string, unknown>): boolean {
  return place === 'query' && isMap(schema) && (schema.type === 'integer' || '$ref' in schema)
}

function readLimit(
  name: string,
  parameter: Record<string, unknown>,
  pointer: string,
  document: unknown,
  refuse: Refuse,
): LimitParameter {
  if (parameter.required === true)
    refuse(`${pointer}/required`, `${name} must not be required: the kit also asks for the whole list`)
  if (parameter.allowEmptyValue === true)
    refuse(`${pointer}/allowEmptyValue`, 'the kit cannot judge allowEmptyValue')
  const own = `${pointer}/schema`
  const given = valueAt(document, own)
  const at =
    isMap(given) && '$ref' in given ? followReference(document, given.$ref, `${own}/$ref`, refuse) : own
  const schema = valueAt(document, at)
  if (!isMap(schema) || schema.type !== 'integer')
    return refuse(at, `${name}: expected a schema of type integer`)
  for (const keyword of Object.keys(schema))
    if (!USED.has(keyword) && !annotationKeywords.has(keyword) && !keyword.startsWith('x-'))
      refuse(`${at}/${keyword}`, `the kit cannot judge ${quote(keyword)} of the parameter ${name}`)
  const integer = (keyword: string): number | undefined => {
    const value = schema[keyword]
    if (value === undefined || Number.isSafeInteger(value)) return value as number | undefined
    return refuse(
      `${at}/${keyword}`,
      `${keyword}: expected a whole number, got ${quote(JSON.stringify(value))}`,
    )
  }
  const format = schema.format === undefined ? 'int64' : String(schema.format)
  if (format !== 'int32' && format !== 'int64')
    return refuse(`${at}/format`, `${name}: expected the format int32 or int64, got ${quote(format)}`)
  const range = RANGES[format]
  const above = integer('exclusiveMinimum')
  const below = integer('exclusiveMaximum')
  const minimum = Math.max(
    range[0],
    integer('minimum') ?? range[0],
    above === undefined ? range[0] : above + 1,
  )
  const maximum = Math.min(
    range[1],
    integer('maximum') ?? range[1],
    below === undefined ? range[1] : below - 1,
  )
  if (maximum < 1 || maximum < minimum) refuse(at, `${name}: expected a schema that allows a positive limit`)
  const fallback = integer('default')
  if (fallback !== undefined && (fallback < minimum || fallback > maximum))
    refuse(`${at}/default`, `the default ${fallback} of ${name} is outside its own range`)
  return {
    name,
    pointer,
    minimum,
    maximum,
    ...(fallback !== undefined && { default: fallback }),
    ...(schema.format !== undefined && { format }),
  }
}

const USED = new Set([
  'type',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'default',
])

/** How a contract treats a text as the value of the parameter: the contract does not say what 0 and negative limits do. */
export function classifyLimit(
  { minimum, maximum }: Pick<LimitParameter, 'minimum' | 'maximum'>,
  text: string,
): 'positive' | 'open' | 'outside' {
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= minimum && value <= maximum)) return 'outside'
  return value > 0 ? 'positive' : 'open'
}

/** The values that the contract allows, in words: `limit is an int32`, `limit is an integer from 1 to 100`. */
export function describeRange(limit: Pick<LimitParameter, 'name' | 'minimum' | 'maximum'>): string {
  const { name, minimum, maximum } = limit
  if (isInt32(limit)) return `${name} is an int32`
  return `${name} is an integer from ${minimum} to ${maximum}`
}

/** Whether every int32 is valid, and nothing else. */
export function isInt32({ minimum, maximum }: Pick<LimitParameter, 'minimum' | 'maximum'>): boolean {
  const [lowest, highest] = RANGES.int32
  return minimum === lowest && maximum === highest
}
