import { escapePointer } from './jsonPointer.ts'
import { POINTER } from './schemaWords.ts'

/** Members whose own members have names of the author's choice: a mark among them would be taken for one more. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas', 'dependentRequired'])
/** Members that hold values of the author's, which a mark would change. */
const VALUES = new Set(['const', 'enum', 'default', 'example', 'examples'])

/**
 * A copy of a description in which each object says where it stands. Ajv hands back the schema that failed, so that its
 * place is known through any `$ref`, and also where the validators were compiled long before.
 */
export function markSchemas(document: object): object {
  return marked(document, '', false) as object
}

function marked(value: unknown, pointer: string, isMap: boolean): unknown {
  if (Array.isArray(value)) return value.map((item, index) => marked(item, `${pointer}/${index}`, false))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [
    name,
    !isMap && VALUES.has(name)
      ? member
      : marked(member, `${pointer}/${escapePointer(name)}`, !isMap && MAPS.has(name)),
  ])
  return { ...Object.fromEntries(members), ...(!isMap && { [POINTER]: pointer }) }
}
