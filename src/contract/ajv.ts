import { Ajv2020, type CodeOptions } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { isMap } from './jsonPointer.ts'

/**
 * Ajv with OpenAPI's formats. Set `code` to generate code in the build. The build bundles this file, so that the package does not depend
 * on Ajv: only users with their own contract need Ajv.
 */
export function createAjv(code?: CodeOptions): Ajv2020 {
  // Not strict, because strict mode refuses some valid schemas. `compileSchema` reports unknown keywords and formats.
  const ajv = new Ajv2020({ strict: false, logger: false, allErrors: true, ...(code && { code }) })
  formats.default(ajv)
  if (code !== undefined) return ajv
  // Ajv compares every element with every other one, which takes minutes for a long list.
  return ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    validate: (isUnique: boolean, list: readonly unknown[]) =>
      !isUnique || new Set(list.map((element) => JSON.stringify(element, sortKeys))).size === list.length,
    error: { message: 'must NOT have equal elements' },
  })
}

/** Objects with the same properties are equal, whatever their order. */
function sortKeys(_: string, value: unknown): unknown {
  return isMap(value) ? Object.fromEntries(Object.entries(value).sort()) : value
}
