import { isMap } from '../../contract/jsonPointer.ts'
import { listParts } from '../../contract/responses.ts'

type Schema = Readonly<Record<string, unknown>>

/** A random number from 0 to 1 for each use of it. */
type Draw = (use: string) => number

/**
 * A value for a schema without references: the same one for the same draws. The caller validates it, because a schema can have more
 * than this follows. Undefined for a pattern without an example.
 */
export function sampleValue(given: unknown, draw: Draw): unknown {
  const schema = mergeSchema(given)
  const { enum: values, examples = 'example' in schema ? [schema.example] : undefined } = schema
  const choices = 'const' in schema ? [schema.const] : (values ?? examples)
  if (Array.isArray(choices)) return choices[Math.floor(draw('choice') * choices.length)]
  const { type = guessType(schema) } = schema
  const inside = (name: string | number, part: unknown) => sampleValue(part, (use) => draw(`${name} ${use}`))
  switch ([type].flat().find((each) => each !== 'null')) {
    case 'object': {
      const required = listMembers(schema).filter(({ isRequired }) => isRequired)
      return Object.fromEntries(required.map(({ name, schema: member }) => [name, inside(name, member)]))
    }
    case 'array': {
      const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : []
      const length = Math.max(Number(schema.minItems ?? 0), first.length, 1)
      return Array.from({ length }, (_, index) => inside(index, first[index] ?? schema.items))
    }
    case 'string':
      return sampleText(schema, draw)
    case 'integer':
    case 'number':
      return sampleNumber(schema, draw)
    case 'boolean':
      return draw('boolean') < 0.5
    default:
      return null
  }
}

/** The members of an object that its schema describes. */
export function listMembers(given: unknown): { name: string; schema: unknown; isRequired: boolean }[] {
  const { properties, required } = mergeSchema(given)
  const names = Array.isArray(required) ? required.map(String) : []
  const described = isMap(properties) ? properties : {}
  return [...new Set([...Object.keys(described), ...names])].map((name) => ({
    name,
    schema: described[name],
    isRequired: names.includes(name),
  }))
}

/** One schema in place of `allOf` and the first choice of `anyOf` and `oneOf`. */
export function mergeSchema(given: unknown): Schema {
  const first = (choices: unknown): Schema[] => (Array.isArray(choices) ? [mergeSchema(choices[0])] : [])
  const parts = listParts(given).flatMap((part) => [part, ...first(part.anyOf), ...first(part.oneOf)])
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required : []))
  const properties: Schema = Object.assign({}, ...parts.map((part) => part.properties))
  return {
    ...Object.assign({}, ...parts.toReversed()),
    ...(required.length > 0 && { required }),
    ...(Object.keys(properties).length > 0 && { properties }),
  }
}

function guessType(schema: Schema): string {
  if ('properties' in schema || 'required' in schema) return 'object'
  if ('items' in schema || 'prefixItems' in schema) return 'array'
  return 'minimum' in schema || 'maximum' in schema || 'multipleOf' in schema ? 'number' : 'string'
}

/** A number near the lower end of its range, because plants are small. */
function sampleNumber(schema: Schema, draw: Draw): number {
  const step = Number(schema.multipleOf ?? (schema.type === 'integer' ? 1 : 0.5))
  const { exclusiveMinimum: above, exclusiveMaximum: below = Number.POSITIVE_INFINITY } = schema
  const high = Number(schema.maximum ?? Number(below) - step)
  const low = Number(schema.minimum ?? (above === undefined ? Math.min(0, high) : Number(above) + step))
  const first = Math.ceil(low / step)
  const last = Math.min(Math.floor(high / step), first + 100)
  return (first + Math.floor(draw('number') * (last - first + 1))) * step
}

function sampleText({ format, pattern, minLength = 0, maxLength }: Schema, draw: Draw): string | undefined {
  if (pattern !== undefined) return undefined
  const template = TEMPLATES[String(format)]
  const text = (template ?? 'leaf ##').replaceAll('#', (_, at) => `${Math.floor(draw(`digit ${at}`) * 10)}`)
  if (template !== undefined) return text
  return text
    .padEnd(Number(minLength), text)
    .slice(0, maxLength === undefined ? undefined : Number(maxLength))
}

/** Texts in each format, in which # is a digit. */
const TEMPLATES: Readonly<Record<string, string>> = {
  date: '2026-01-1#',
  time: '1#:00:00Z',
  'date-time': '2026-01-1#T1#:00:00Z',
  duration: 'P1#D',
  email: 'grower##@plants.example',
  hostname: 'host##.plants.example',
  ipv4: '192.0.2.1#',
  ipv6: '2001:db8::##',
  uri: 'https://plants.example/##',
  'uri-reference': '/plants/##',
  uuid: '########-####-4###-8###-############',
  'json-pointer': '/##',
  byte: 'cGxhbnQ=',
}
