import { createRequire } from 'node:module'
import { _ } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { compileSchemas } from '../contract/compileSchemas.ts'
import type { Contract } from '../contract/contract.ts'
import { childPointer } from '../contract/jsonPointer.ts'
import { formats } from '../contract/schema/formats.ts'

/**
 * Generates a module without imports from a contract: its content, because parsing YAML takes most of the time of a short command,
 * and validators of its schemas, so that the package does not depend on Ajv.
 */
export function generateValidatorsModule(contract: Contract): string {
  const { text, document, sha256, plants, error, refusals, findLine } = contract
  const code = { source: true, esm: true, formats: _`formats` }
  const { ajv, toRef } = compileSchemas(document, { module: { Ajv2020, _ }, code })
  const pointers = [...new Set([plants, error, ...refusals].map(({ schemaPointer }) => schemaPointer))]
  const named = pointers.map((pointer, index) => [`body${index}`, pointer] as const)
  const module = standalone.default(ajv, Object.fromEntries(named.map(([name, at]) => [name, toRef(at)])))
  return `const formats = {
${generateRanges()}}
${inlineRequires(module)}
export const text = ${JSON.stringify(text)}
export const sha256 = ${JSON.stringify(sha256)}
export const document = ${JSON.stringify(document)}
export const lines = ${JSON.stringify(Object.fromEntries(listPointers(document).map((each) => [each, findLine(each)])))}
export const validators = { ${named.map(([name, at]) => `${JSON.stringify(at)}: ${name}`).join(', ')} }
`
}

/** The JSON pointers of a value and of all values in it. */
export function listPointers(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [pointer]
  const members = Object.entries(value).flatMap(([name, member]) =>
    listPointers(member, childPointer(pointer, name)),
  )
  return [pointer, ...members]
}

/** The formats that are ranges of numbers, as members of an object. Ajv itself adds those that are patterns. */
function generateRanges(): string {
  return Object.entries(formats)
    .flatMap(([name, format]) => ('minimum' in format ? [[name, format] as const] : []))
    .map(
      ([name, { minimum, maximum }]) =>
        `  ${name}: { validate: (value) => value >= ${minimum} && value <= ${maximum} },\n`,
    )
    .join('')
}

/** Replaces the imports in Ajv's code by the functions themselves, which are small. */
function inlineRequires(code: string): string {
  const require = createRequire(import.meta.url)
  return code.replaceAll(/require\("(ajv\/dist\/runtime\/\w+)"\)\.default/g, (_call, module: string) => {
    const inline: { default: () => unknown } = require(module)
    return `(${inline.default})`
  })
}
