import { Ajv2020, type CodeOptions } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { isMap } from './jsonPointer.ts'

/**
 * Ajv with the formats of OpenAPI. `code` is for code that the build writes. The build bundles this file, because the package depends on
 * nothing that few users need, and only another contract than the kit's own needs Ajv.
 */
export function createAjv(code?: CodeOptions): Ajv2020 {
  // What Ajv's strict mode refuses is valid. `readSchema` leaves out keywords and formats without a meaning, and notes them.
  const ajv = new Ajv2020({ strict: false, allErrors: true, ...(code && { code }) })
  formats.default(ajv)
  if (code !== undefined) return ajv
  // Ajv compares each element with each other, which takes minutes for a long list.
  return ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isUnique: boolean, list: readonly unknown[]) => !isUnique || !hasEqualElements(list),
    error: { message: 'must NOT have equal elements' },
  })
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
