import { isMap } from './jsonPointer.ts'
import type { Description } from './schema.ts'
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
const READ = ['type', 'format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'default']
const ANNOTATIONS = ['title', 'description', 'deprecated', 'examples', 'example', '$comment', 'externalDocs']

/** Finds the parameter that limits the list among those at these pointers: the only integer, or the one that is called `limit`. */
export function findLimit({ read, refuse }: Description, pointers: readonly string[]): LimitParameter {
  const all = pointers.map((given) => {
    const { value, pointer } = read(given)
    if (!isMap(value) || typeof value.name !== 'string')
      return refuse(pointer, 'expected a parameter with a name')
    const schema = read(`${pointer}/schema`)
    const isInteger = value.in === 'query' && isMap(schema.value) && schema.value.type === 'integer'
    return { ...value, name: value.name, pointer, schema, isInteger }
  })
  const integers = all.filter(({ isInteger }) => isInteger)
  const [only, other] = integers
  const limit = integers.find(({ name }) => name === 'limit') ?? (other === undefined ? only : undefined)
  if (limit === undefined)
    return refuse(
      pointers[0]?.replace(/\/\d+$/, '') ?? '',
      only === undefined
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
  const { name, pointer, schema } = limit
  return { name, pointer, ...readRange(name, schema.pointer, Object(schema.value), refuse) }
}

function readRange(
  name: string,
  pointer: string,
  schema: Record<string, unknown>,
  refuse: Description['refuse'],
): Pick<LimitParameter, 'minimum' | 'maximum' | 'default'> {
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
