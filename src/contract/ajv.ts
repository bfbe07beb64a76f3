import { Ajv2020, type CodeOptions } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { isMap } from './jsonPointer.ts'

/**
 * Creates an Ajv instance that knows OpenAPI's formats. The build passes `code` to generate validators, and bundles this file with Ajv, so
 * that the package does not depend on Ajv. At run time, only a user's own contract needs Ajv.
 */
export function createAjv(code?: CodeOptions): Ajv2020 {
  // Strict mode is off, because it refuses some valid schemas. `compileSchema` reports unknown keywords and formats.
  const ajv = new Ajv2020({ strict: false, logger: false, allErrors: true, ...(code && { code }) })
  formats.default(ajv)
  if (code !== undefined) return ajv
  // Ajv's own `uniqueItems` compares every element with every other element, which takes minutes for a long list.
  return ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    validate: (isUnique: boolean, list: readonly unknown[]) =>
      !isUnique || new Set(list.map((element) => JSON.stringify(element, sortKeys))).size === list.length,
    error: { message: 'must NOT have equal elements' },
  })
}

/** Sorts the keys of an object, because two objects are equal whatever the order of their properties. */
const sortKeys = (_: string, value: unknown): unknown =>
  isMap(value) ? Object.fromEntries(Object.entries(value).sort()) : value
