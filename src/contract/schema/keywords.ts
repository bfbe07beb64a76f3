/** Keywords that are assertions by themselves, and what their values have to be. */
export const assertionKeywords: Readonly<Record<string, KeywordValue>> = {
  type: 'types',
  enum: 'list',
  const: 'anything',
  multipleOf: 'positive number',
  maximum: 'number',
  exclusiveMaximum: 'number',
  minimum: 'number',
  exclusiveMinimum: 'number',
  maxLength: 'count',
  minLength: 'count',
  pattern: 'pattern',
  format: 'text',
  maxItems: 'count',
  minItems: 'count',
  uniqueItems: 'boolean',
  maxProperties: 'count',
  minProperties: 'count',
  required: 'names',
  dependentRequired: 'map',
  minContains: 'count',
  maxContains: 'count',
}

export type KeywordValue =
  | 'types'
  | 'list'
  | 'anything'
  | 'positive number'
  | 'number'
  | 'count'
  | 'pattern'
  | 'text'
  | 'boolean'
  | 'names'
  | 'map'

/** Keywords that hold schemas: one, a list of them, or a map. */
export const schemaKeywords: Readonly<Record<string, 'one' | 'list' | 'map'>> = {
  items: 'one',
  contains: 'one',
  additionalProperties: 'one',
  propertyNames: 'one',
  unevaluatedItems: 'one',
  unevaluatedProperties: 'one',
  not: 'one',
  if: 'one',
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
  then: 'one',
  else: 'one',
  prefixItems: 'list',
  allOf: 'list',
  anyOf: 'list',
  oneOf: 'list',
  properties: 'map',
  patternProperties: 'map',
  dependentSchemas: 'map',
  $defs: 'map',
}

/** Keywords whose schemas a value need not satisfy one by one. Only the keyword itself is an assertion. */
export const choiceKeywords: ReadonlySet<string> = new Set([
  'anyOf',
  'oneOf',
  'not',
  'if',
  'contains',
  'propertyNames',
])

/** Keywords that say something to people or tools, and nothing about valid values. */
export const annotationKeywords: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'deprecated',
  'readOnly',
  'examples',
  'example',
  '$comment',
  'externalDocs',
  'xml',
  'discriminator',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
])

/** The types of JSON Schema. */
export const schemaTypes = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'] as const
