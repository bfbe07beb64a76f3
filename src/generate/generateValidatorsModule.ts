import { createRequire } from 'node:module'
import { _ } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import { parse } from 'yaml'
import { compileSchemas } from '../contract/compileSchemas.ts'
import type { Contract } from '../contract/contract.ts'
import { INT32 } from '../contract/schemaWords.ts'

/** Generates a module without imports from the schemas of a contract, so that the package does not depend on Ajv. */
export function generateValidatorsModule({ text, sha256, plants, error }: Contract): string {
  const { ajv, toRef } = compileSchemas(parse(text), { source: true, esm: true, formats: _`formats` })
  const pointers = [plants.schemaPointer, error.schemaPointer]
  const named = pointers.map((pointer, index) => [`body${index}`, pointer] as const)
  const code = standalone.default(ajv, Object.fromEntries(named.map(([name, at]) => [name, toRef(at)])))
  return `const formats = { int32: { validate: (value) => value >= ${INT32.minimum} && value <= ${INT32.maximum} } }
${inlineRequires(code)}
export const sha256 = ${JSON.stringify(sha256)}
export const validators = { ${named.map(([name, at]) => `${JSON.stringify(at)}: ${name}`).join(', ')} }
`
}

/** Replaces the imports in Ajv's code by the functions themselves, which are small. */
function inlineRequires(code: string): string {
  const require = createRequire(import.meta.url)
  return code.replaceAll(/require\("(ajv\/dist\/runtime\/\w+)"\)\.default/g, (_call, module: string) => {
    const inline: { default: () => unknown } = require(module)
    return `(${inline.default})`
  })
}
