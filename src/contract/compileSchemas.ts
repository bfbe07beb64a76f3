import { createRequire } from 'node:module'
import type { Ajv2020, Options, ValidateFunction } from 'ajv/dist/2020.js'
import { markSchemas } from './markSchemas.ts'
import { INT32 } from './schemaWords.ts'

/** The schemas of a description, compiled by Ajv. */
export type Schemas = {
  ajv: Ajv2020
  /** What Ajv calls the schema at a JSON pointer. */
  refOf: (pointer: string) => string
  /** Throws an Error when there is none. */
  at: (pointer: string) => ValidateFunction
}

const ID = 'contract'

/** Compiles the schemas of a description. Throws an Error that says what to do where Ajv is not installed. */
export function compileSchemas(document: object, code: Options['code'] = {}): Schemas {
  // The description itself is no schema, so Ajv meets keywords of OpenAPI in it.
  const ajv = new (loadAjv())({ strict: false, allErrors: true, verbose: true, validateSchema: false, code })
  ajv.addFormat('int32', {
    type: 'number',
    validate: (value: number) => value >= INT32.minimum && value <= INT32.maximum,
  })
  ajv.addSchema(markSchemas(document), ID)
  const refOf = (pointer: string): string => `${ID}#${encodeURI(pointer)}`
  const at: Schemas['at'] = (pointer) => {
    const validate = ajv.getSchema(refOf(pointer))
    if (!validate) throw new Error(`the contract has no schema at ${pointer}`)
    return validate
  }
  return { ajv, refOf, at }
}

/** Ajv comes with the kit's own development, not with the kit: what is installed has its validators compiled. */
function loadAjv(): typeof Ajv2020 {
  try {
    return createRequire(import.meta.url)('ajv/dist/2020.js').Ajv2020
  } catch (error) {
    throw new Error(
      'spec/openapi.yaml is not the contract that this kit was built for, and Ajv, which could compile it, is not installed: run npm run build in a checkout of the kit, or npm install --save-dev ajv',
      { cause: error },
    )
  }
}
