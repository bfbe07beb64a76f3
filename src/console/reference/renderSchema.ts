import { element } from '../ui/element.ts'
import { type JsonObject, readReference, readText, resolve, toList, toObject } from './json.ts'

/** Keywords that limit a value, as they are shown. */
const LIMITS: Readonly<Record<string, string>> = {
  minimum: '≥',
  exclusiveMinimum: '>',
  maximum: '≤',
  exclusiveMaximum: '<',
  multipleOf: 'a multiple of',
  minLength: 'min length',
  maxLength: 'max length',
  minItems: 'min items',
  maxItems: 'max items',
  pattern: 'matches',
  const: 'always',
  default: 'default',
}

/** Describes the type of a schema in a line: `array of Plant`, `integer, int32, ≥ 0`. */
export function describeType(schema: unknown, contract: JsonObject): string {
  const name = readReference(schema)
  if (name !== undefined) return name
  const { type, format, items, enum: values, ...others } = resolve(schema, contract)
  const limits = Object.entries(LIMITS).flatMap(([keyword, words]) =>
    keyword in others ? [`${words} ${readText(others[keyword])}`] : [],
  )
  const kind = type === 'array' ? `array of ${describeType(items, contract)}` : toList(type).join(' or ')
  return [
    kind || readText(type) || 'any value',
    ...(format === undefined ? [] : [readText(format)]),
    ...(values === undefined ? [] : [`one of ${toList(values).map(readText).join(', ')}`]),
    ...limits,
  ].join(', ')
}

/** Renders the members of an object as a table; for another type, its description. */
export function renderMembers(schema: unknown, contract: JsonObject): HTMLElement {
  const { properties, required } = mergeParts(schema, contract)
  const rows = Object.entries(properties).map(([name, member]) =>
    element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row' },
        element('code', {}, name),
        required.includes(name) ? element('small', {}, ' required') : undefined,
      ),
      element('td', {}, describeType(member, contract)),
      element('td', {}, readText(resolve(member, contract).description)),
    ),
  )
  if (rows.length === 0) return element('p', {}, describeType(resolve(schema, contract), contract))
  return element('div', { class: 'table' }, element('table', {}, element('tbody', {}, ...rows)))
}

/** The members of a schema and of the schemas that it combines. */
function mergeParts(
  schema: unknown,
  contract: JsonObject,
  depth = 0,
): { properties: JsonObject; required: readonly unknown[] } {
  const { properties, required, allOf } = resolve(schema, contract)
  const parts = depth < 5 ? toList(allOf).map((part) => mergeParts(part, contract, depth + 1)) : []
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties), toObject(properties)),
    required: [...parts.flatMap((part) => part.required), ...toList(required)],
  }
}
