import { referencePointer, valueAt } from '../../contract/jsonPointer.ts'
import { isMap } from '../../contract/schema/checkSchema.ts'
import { formats } from '../../contract/schema/formats.ts'
import { makeText } from './makeText.ts'
import type { Draw } from './samplePattern.ts'

type Schema = Record<string, unknown>

/** Makes up a value for a schema: the same one for the same draws. The caller validates it. */
export function makeValue(document: object, given: unknown, draw: Draw): unknown {
  const schema = resolveSchema(document, given)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return pick(schema.enum, draw)
  const value = makeByType(document, schema, draw)
  return value === undefined ? pickExample(schema, draw) : value
}

/** The members of an object that its schema describes, through references and `allOf`. */
export function listMembers(
  document: object,
  given: unknown,
): { name: string; schema: unknown; isRequired: boolean }[] {
  const { properties, required } = resolveSchema(document, given)
  const names = Array.isArray(required) ? required : []
  const described = isMap(properties) ? properties : {}
  const all = [...new Set([...Object.keys(described), ...names.map(String)])]
  return all.map((name) => ({ name, schema: described[name] ?? true, isRequired: names.includes(name) }))
}

function makeByType(document: object, schema: Schema, draw: Draw): unknown {
  const types = [schema.type ?? guessType(schema)].flat()
  const type = types.find((each) => each !== 'null') ?? 'null'
  switch (type) {
    case 'object':
      return makeObject(document, schema, draw)
    case 'array':
      return makeList(document, schema, draw)
    case 'string':
      return schema.pattern !== undefined && hasExample(schema)
        ? pickExample(schema, draw)
        : makeText(schema, draw)
    case 'integer':
    case 'number':
      return makeNumber(schema, type === 'integer', draw)
    case 'boolean':
      return draw('boolean') < 0.5
    default:
      return null
  }
}

function guessType(schema: Schema): string {
  if ('properties' in schema || 'required' in schema) return 'object'
  if ('items' in schema || 'prefixItems' in schema) return 'array'
  const isNumber = ['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum'].some(
    (name) => name in schema,
  )
  return isNumber ? 'number' : 'string'
}

function makeObject(document: object, schema: Schema, draw: Draw): Schema {
  const made: Schema = {}
  const members = listMembers(document, schema)
  const dependents = isMap(schema.dependentRequired) ? schema.dependentRequired : {}
  const wanted = members.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const least = Number(schema.minProperties ?? 0)
  const others = [
    ...members.map(({ name }) => name),
    ...Array.from({ length: least }, (_, index) => `member${index + 1}`),
  ]
  wanted.push(...others.filter((name) => !wanted.includes(name)).slice(0, Math.max(least - wanted.length, 0)))
  for (const name of wanted) {
    const member = members.find((each) => each.name === name)
    const described = member ? member.schema : schema.additionalProperties
    made[name] = makeValue(document, described, (use) => draw(`${name} ${use}`))
    const more = dependents[name]
    if (Array.isArray(more)) wanted.push(...more.map(String).filter((each) => !wanted.includes(each)))
  }
  return made
}

function makeList(document: object, schema: Schema, draw: Draw): unknown[] {
  const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : []
  const least = Number(schema.minItems ?? 0)
  const most = Number(schema.maxItems ?? Number.POSITIVE_INFINITY)
  const count = Math.min(Math.max(least, first.length, 1), most)
  return Array.from({ length: schema.items === false ? Math.min(count, first.length) : count }, (_, index) =>
    makeValue(document, first[index] ?? schema.items ?? schema.contains ?? true, (use) =>
      draw(`${index} ${use}`),
    ),
  )
}

/** A number near the lower end of its range, because plants are small. */
function makeNumber(schema: Schema, isInteger: boolean, draw: Draw): number {
  const format = formats[String(schema.format)]
  const own = format !== undefined && 'minimum' in format ? format : undefined
  const step = Number(schema.multipleOf ?? (isInteger ? 1 : 0.5))
  const above = schema.exclusiveMinimum === undefined ? undefined : Number(schema.exclusiveMinimum) + step
  const below = schema.exclusiveMaximum === undefined ? undefined : Number(schema.exclusiveMaximum) - step
  const most = Math.min(
    Number(schema.maximum ?? below ?? own?.maximum ?? Number.POSITIVE_INFINITY),
    below ?? Number.POSITIVE_INFINITY,
  )
  const least = Math.max(
    Number(schema.minimum ?? above ?? Math.min(0, most)),
    above ?? Number.NEGATIVE_INFINITY,
    own?.minimum ?? Number.NEGATIVE_INFINITY,
  )
  const first = Math.ceil(least / step)
  const last = Math.min(Math.floor(most / step), first + 200)
  return (first + Math.floor(draw('number') * (last - first + 1))) * step
}

function hasExample(schema: Schema): boolean {
  return (
    'example' in schema ||
    (Array.isArray(schema.examples) && schema.examples.length > 0) ||
    'default' in schema
  )
}

function pickExample(schema: Schema, draw: Draw): unknown {
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return pick(schema.examples, draw)
  return schema.example ?? schema.default
}

function pick(values: readonly unknown[], draw: Draw): unknown {
  return values[Math.floor(draw('choice') * values.length)]
}

/** One schema in place of a reference, `allOf`, and the first choice of `anyOf` or `oneOf`. */
export function resolveSchema(document: object, given: unknown): Schema {
  if (!isMap(given)) return {}
  const { $ref, allOf, anyOf, oneOf, ...own } = given
  const parts: unknown[] = [
    ...(typeof $ref === 'string' ? [valueAt(document, referencePointer($ref))] : []),
    ...(Array.isArray(allOf) ? allOf : []),
    ...(Array.isArray(anyOf) ? anyOf.slice(0, 1) : []),
    ...(Array.isArray(oneOf) ? oneOf.slice(0, 1) : []),
  ]
  return parts.map((part) => resolveSchema(document, part)).reduce(join, own)
}

function join(one: Schema, other: Schema): Schema {
  const properties = { ...toMap(one.properties), ...toMap(other.properties) }
  const required = [...toList(one.required), ...toList(other.required)]
  return {
    ...other,
    ...one,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  }
}

function toMap(value: unknown): Schema {
  return isMap(value) ? value : {}
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
