import { Ajv2020, type CodeOptions } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { isMap } from './jsonPointer.ts'

/**
 * Ajv with OpenAPI's formats. Set `code` to generate code in the build. The build bundles this file, so that the package does not depend on
 * Ajv, which only users with a contract of their own need.
 */
export function createAjv(code?: CodeOptions): Ajv2020 {
  // Schemas that Ajv's strict mode refuses are valid. `readSchema` leaves out, and notes, keywords and formats without a meaning.
  const ajv = new Ajv2020({ strict: false, allErrors: true, ...(code && { code }) })
  formats.default(ajv)
  if (code !== undefined) return ajv
  // Ajv compares every element with every other one, which takes minutes for a long list.
  return ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isUnique: boolean, list: readonly unknown[]) => !isUnique || !hasEqualElements(list),
    error: { message: 'must NOT have equal elements' },
  })
}

/** Whether two elements are equal as JSON, whatever the order of their keys. */
function hasEqualElements(list: readonly unknown[]): boolean {
  const texts = list.map((element) =>
    JSON.stringify(element, (_, value: unknown) =>
      isMap(value) ? Object.fromEntries(Object.entries(value).sort()) : value,
    ),
  )
  return new Set(texts).size < list.length
}
