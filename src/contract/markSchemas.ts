import { childPointer } from './jsonPointer.ts'
import { POINTER } from './schemaWords.ts'

/** Keywords whose members have arbitrary names: a mark would count as one more member. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas', 'dependentRequired'])
/** Keywords whose value is data: a mark would change it. */
const VALUES = new Set(['const', 'enum', 'default', 'example', 'examples'])

/**
 * Copies a description and adds its JSON pointer to each object. Ajv's errors contain the schema that failed, so its place
 * is known through any `$ref`, and also if the validators were compiled by the build.
 */
export function markSchemas(document: object): object {
  return mark(document, '') as object
}

/** A map, whose members have arbitrary names, gets no mark itself. */
function mark(value: unknown, pointer: string, kind: 'schema' | 'map' = 'schema'): unknown {
  const isMap = kind === 'map'
  if (Array.isArray(value)) return value.map((item, index) => mark(item, `${pointer}/${index}`))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [
    name,
    !isMap && VALUES.has(name)
      ? member
      : mark(member, childPointer(pointer, name), !isMap && MAPS.has(name) ? 'map' : 'schema'),
  ])
  return { ...Object.fromEntries(members), ...(!isMap && { [POINTER]: pointer }) }
}
