import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { _, Ajv2020, Format, KeywordCxt, Options, ValidateFunction } from 'ajv/dist/2020.js'
import { packageRoot } from './files.ts'
import { markSchemas } from './markSchemas.ts'
import { type Format as FormatRule, formats, freeFormats } from './schema/formats.ts'
import { hasEqualElements } from './schema/hasEqualElements.ts'

/** The schemas of a description, compiled by Ajv. */
export type Schemas = {
  ajv: Ajv2020
  /** Converts a JSON pointer to Ajv's name of the schema there. */
  toRef: (pointer: string) => string
  /** Throws an Error if there is no schema. */
  at: (pointer: string) => ValidateFunction
}

/** What the kit uses of Ajv. */
type AjvModule = { Ajv2020: typeof Ajv2020; _: typeof _ }

const ID = 'contract'

/** Compiles the schemas of a description. The build gives its own Ajv, and options for the code. */
export function compileSchemas(
  document: object,
  { module = loadAjv(), code = {} }: { module?: AjvModule; code?: Options['code'] } = {},
): Schemas {
  // Not strict: the description is not a schema, and has keywords of OpenAPI.
  const ajv = new module.Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    validateSchema: false,
    code,
  })
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, toAjvFormat(format))
  for (const name of freeFormats) ajv.addFormat(name, true)
  replaceUniqueItems(ajv, module)
  ajv.addSchema(markSchemas(document), ID)
  const toRef = (pointer: string): string => `${ID}#${encodeURI(pointer)}`
  const at: Schemas['at'] = (pointer) => {
    const validate = ajv.getSchema(toRef(pointer))
    if (!validate) throw new Error(`the contract has no schema at ${pointer}`)
    return validate
  }
  return { ajv, toRef, at }
}

function replaceUniqueItems(ajv: Ajv2020, { _: code }: AjvModule): void {
  const source = [`(${hasEqualElements})`]
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    code: (context: KeywordCxt) => {
      if (context.schema !== true) return
      const test = context.gen.scopeValue('func', {
        ref: hasEqualElements,
        code: code(Object.assign(source, { raw: source })),
      })
      context.fail(code`${test}(${context.data})`)
    },
  })
}

/** A format in the terms of Ajv. */
function toAjvFormat(format: FormatRule): Format {
  if ('pattern' in format) return format.pattern
  const { minimum, maximum } = format
  return { type: 'number', validate: (value: number) => value >= minimum && value <= maximum }
}

/** The copy of Ajv that the build bundles, or, before the first build of a checkout, the package. */
function loadAjv(): AjvModule {
  const require = createRequire(import.meta.url)
  const bundled = fileURLToPath(new URL('dist/generated/ajv.cjs', packageRoot))
  return require(existsSync(bundled) ? bundled : 'ajv/dist/2020.js')
}
