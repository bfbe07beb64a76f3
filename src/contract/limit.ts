import type { Refuse } from './ContractError.ts'
import { isMap, valueAt } from './jsonPointer.ts'
import { followReference } from './schema.ts'
import { quote } from './words.ts'

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

/** The range of each format that a limit can have. A schema without a format has that of int64. */
const RANGES = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
} as const

/** Finds the parameter that limits the list among the parameters at these pointers. */
export function findLimit(document: unknown, pointers: readonly string[], refuse: Refuse): LimitParameter {
  const all = pointers.map((given) => {
    const pointer = followReference(document, given, refuse)
    const parameter = valueAt(document, pointer)
    if (!isMap(parameter) || typeof parameter.name !== 'string')
      return refuse(pointer, 'expected a parameter with a name')
    const schemaPointer = followReference(document, `${pointer}/schema`, refuse)
    const schema = valueAt(document, schemaPointer)
    const isInteger = parameter.in === 'query' && isMap(schema) && schema.type === 'integer'
    return { name: parameter.name, pointer, parameter, isInteger, schemaPointer }
  })
  const candidates = all.filter(({ isInteger }) => isInteger)
  const chosen =
    candidates.find(({ name }) => name === 'limit') ?? (candidates.length === 1 ? candidates[0] : undefined)
  const names = candidates.map(({ name }) => quote(name)).join(', ')
  if (chosen === undefined)
    return refuse(
      pointers[0]?.replace(/\/\d+$/, '') ?? '',
      candidates.length === 0
        ? 'expected a query parameter of type integer that limits the list'
        : `cannot tell which parameter limits the list: ${names}; name it limit`,
    )
  for (const { name, pointer, parameter } of all)
    if (parameter.required === true)
      refuse(
        `${pointer}/required`,
        name === chosen.name
          ? `${name} must not be required: the kit also asks for the whole list`
          : `the kit cannot send the parameter ${quote(name)}, so it must not be required`,
      )
  if (chosen.parameter.allowEmptyValue === true)
    refuse(`${chosen.pointer}/allowEmptyValue`, 'the kit cannot judge allowEmptyValue')
  const { name, pointer, schemaPointer } = chosen
  return { name, pointer, ...readRange(document, name, schemaPointer, refuse) }
}

const READ = ['type', 'format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'default']
const ANNOTATIONS = ['title', 'description', 'deprecated', 'examples', 'example', '$comment', 'externalDocs']

function readRange(
  document: unknown,
  name: string,
  pointer: string,
  refuse: Refuse,
): Pick<LimitParameter, 'minimum' | 'maximum' | 'default'> {
  const schema = valueAt(document, pointer) as Record<string, unknown>
  for (const keyword of Object.keys(schema))
    if (![...READ, ...ANNOTATIONS].includes(keyword) && !keyword.startsWith('x-'))
      refuse(`${pointer}/${keyword}`, `the kit cannot judge ${quote(keyword)} of the parameter ${name}`)
  const integer = (keyword: string): number | undefined => {
    const value = schema[keyword]
    if (value === undefined || Number.isSafeInteger(value)) return value as number | undefined
    const got = quote(JSON.stringify(value))
    return refuse(`${pointer}/${keyword}`, `${keyword}: expected a whole number, got ${got}`)
  }
  const { format = 'int64' } = schema
  if (format !== 'int32' && format !== 'int64')
    return refuse(
      `${pointer}/format`,
      `${name}: expected the format int32 or int64, got ${quote(String(format))}`,
    )
  const [lowest, highest] = RANGES[format]
  const minimum = Math.max(
    lowest,
    integer('minimum') ?? lowest,
    (integer('exclusiveMinimum') ?? lowest - 1) + 1,
  )
  const maximum = Math.min(
    highest,
    integer('maximum') ?? highest,
    (integer('exclusiveMaximum') ?? highest + 1) - 1,
  )
  if (maximum < 1 || maximum < minimum)
    refuse(pointer, `${name}: expected a schema that allows a positive limit`)
  const fallback = integer('default')
  if (fallback === undefined) return { minimum, maximum }
  if (fallback < minimum || fallback > maximum)
    refuse(`${pointer}/default`, `the default ${fallback} of ${name} is outside its own range`)
  return { minimum, maximum, default: fallback }
}

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
  return isInt32(limit) ? `${name} is an int32` : `${name} is an integer from ${minimum} to ${maximum}`
}

/** Whether every int32 is valid, and nothing else. */
export function isInt32({ minimum, maximum }: Pick<LimitParameter, 'minimum' | 'maximum'>): boolean {
  const [lowest, highest] = RANGES.int32
  return minimum === lowest && maximum === highest
}
