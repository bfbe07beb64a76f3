import { Ajv2020, type CodeOptions } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { numberFormats } from './formats.ts'
import { childPointer, isMap, splitPointer, valueAt } from './jsonPointer.ts'
import { didYouMean } from './suggest.ts'
import type { Validator } from './violation.ts'
import { listNames, quote, shorten } from './words.ts'

// The kit's Ajv. The build bundles it, because the package depends on nothing that few users need, and only another contract than
// the kit's own needs it.

/** Keywords of OpenAPI 3.1 that say nothing about valid values. */
const ANNOTATIONS = ['example', 'externalDocs', 'xml', 'discriminator']

/** Keywords of other dialects, of requests, and of references that the kit does not follow. */
const UNSUPPORTED = 'nullable writeOnly $schema $vocabulary $id $anchor $dynamicRef $dynamicAnchor'.split(' ')

const ajv = createAjv()

/** JSON Schema's own meta-schema, for schemas that have only the keywords and formats that the kit can judge. */
const isSchema = ajv.compile({
  $dynamicAnchor: 'meta',
  $ref: 'https://json-schema.org/draft/2020-12/schema',
  properties: {
    ...Object.fromEntries(ANNOTATIONS.map((name) => [name, true])),
    ...Object.fromEntries(UNSUPPORTED.map((name) => [name, { const: false }])),
    format: { enum: Object.keys(ajv.formats) },
    pattern: { format: 'regex' },
    patternProperties: { propertyNames: { format: 'regex' } },
  },
  unevaluatedProperties: false,
})

/** Compiles a schema. Throws an Error for one that has no meaning, such as `then` without `if`. */
export function compile(schema: object): Validator {
  return ajv.compile(schema)
}

/** Finds the first mistake in a schema, and where in it that is. */
export function findMistake(schema: unknown): { path: string; reason: string } | undefined {
  const [error] = isSchema(schema) ? [] : (isSchema.errors ?? [])
  if (error === undefined) return undefined
  const { instancePath: path, keyword, params, message } = error
  if (keyword === 'unevaluatedProperties') {
    const unknown = String(params.unevaluatedProperty)
    const hint = didYouMean(unknown, Object.keys(ajv.RULES.keywords))
    return {
      path: childPointer(path, unknown),
      reason: `unknown keyword ${quote(unknown)}${hint && `; ${hint}`}`,
    }
  }
  const name = splitPointer(path).at(-1) ?? ''
  const value = JSON.stringify(valueAt(schema, path))
  if (keyword === 'const') {
    const instead = name === 'nullable' ? 'add "null" to type' : 'leave it out'
    return { path, reason: `the kit cannot judge ${name}; ${instead}` }
  }
  if (keyword === 'enum' && name === 'format')
    return {
      path,
      reason: `the kit cannot judge the format ${value}; use a pattern, or ${listNames(Object.keys(ajv.formats))}`,
    }
  return { path, reason: `${name}: ${message}, got ${shorten(value, 60)}` }
}

/** Ajv with the formats of OpenAPI. `code` is for code that the build writes. */
export function createAjv(code?: CodeOptions): Ajv2020 {
  // Strict about what a schema means, but not about how it is written.
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowMatchingProperties: true,
    allErrors: true,
    // The kit's own meta-schema does that.
    validateSchema: false,
    ...(code && { code }),
  })
  formats.default(ajv)
  for (const [name, format] of Object.entries(numberFormats)) ajv.addFormat(name, format)
  for (const name of ['html', 'commonmark']) ajv.addFormat(name, true)
  ajv.addVocabulary([...ANNOTATIONS])
  if (code !== undefined) return ajv
  // Ajv compares each element with each other, which takes minutes for a long list.
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isUnique: boolean, list: readonly unknown[]) => !isUnique || !hasEqualElements(list),
    error: { message: 'must NOT have equal elements' },
  })
  return ajv
}

/** Whether two elements are equal as JSON, whatever the order of their members. */
function hasEqualElements(list: readonly unknown[]): boolean {
  const texts = list.map((element) =>
    JSON.stringify(element, (_, value: unknown) =>
      isMap(value) ? Object.fromEntries(Object.entries(value).sort()) : value,
    ),
  )
  return new Set(texts).size < list.length
}
