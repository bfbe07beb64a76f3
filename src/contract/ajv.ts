import { Ajv2020, type CodeOptions } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { isMap } from './jsonPointer.ts'

/**
 * Creates an Ajv instance that knows OpenAPI's formats. The build passes `code` to generate validators. The build also bundles this file
 * with Ajv, for users' own contracts, so that the package does not depend on Ajv.
 */
export function createAjv(code?: CodeOptions): Ajv2020 {
  // Turn off strict mode, because it refuses some valid schemas. `compileSchema` itself reports unknown keywords and formats.
  const ajv = new Ajv2020({ strict: false, logger: false, allErrors: true, ...(code && { code }) })
  formats.default(ajv)
  if (code !== undefined) return ajv
  // If elements may be objects, Ajv's own `uniqueItems` compares each pair of elements, which takes minutes for a long list.
  return ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    validate: (isUnique: boolean, list: readonly unknown[]) =>
      !isUnique || new Set(list.map((element) => JSON.stringify(element, sortKeys))).size === list.length,
    error: { message: 'must NOT have equal elements' },
  })
}

/** Sorts the keys of an object, because the order of properties does not matter for the equality of objects. */
const sortKeys = (_: string, value: unknown): unknown =>
  isMap(value) ? Object.fromEntries(Object.entries(value).sort()) : value
