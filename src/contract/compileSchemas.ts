import { createRequire } from 'node:module'
import type { Ajv2020, Options, ValidateFunction } from 'ajv/dist/2020.js'
import { markSchemas } from './markSchemas.ts'
import { INT32 } from './schemaWords.ts'

/** The schemas of a description, compiled by Ajv. */
export type Schemas = {
  ajv: Ajv2020
  /** Converts a JSON pointer to Ajv's name of the schema there. */
  toRef: (pointer: string) => string
  /** Throws an Error if there is no schema. */
  at: (pointer: string) => ValidateFunction
}

const ID = 'contract'

/** Compiles the schemas of a description. Throws an Error that says what to do if Ajv is not installed. */
export function compileSchemas(document: object, code: Options['code'] = {}): Schemas {
  // Not strict: the description is not a schema, and has keywords of OpenAPI.
  const ajv = new (loadAjv())({ strict: false, allErrors: true, verbose: true, validateSchema: false, code })
  ajv.addFormat('int32', {
    type: 'number',
    validate: (value: number) => value >= INT32.minimum && value <= INT32.maximum,
  })
  ajv.addSchema(markSchemas(document), ID)
  const toRef = (pointer: string): string => `${ID}#${encodeURI(pointer)}`
  const at: Schemas['at'] = (pointer) => {
    const validate = ajv.getSchema(toRef(pointer))
    if (!validate) throw new Error(`the contract has no schema at ${pointer}`)
    return validate
  }
  return { ajv, toRef, at }
}

/** Ajv is a development dependency only: an installed kit has compiled validators. */
function loadAjv(): typeof Ajv2020 {
  try {
    return createRequire(import.meta.url)('ajv/dist/2020.js').Ajv2020
  } catch (error) {
    throw new Error(
      'spec/openapi.yaml has changed since the kit was built, and Ajv, which could compile it, is not installed: run npm run build in a checkout of the kit, or npm install --save-dev ajv',
      { cause: error },
    )
  }
}
