import { requireValidators } from './built.ts'
import { compileSchemas } from './compileSchemas.ts'
import type { ParseSource } from './contract.ts'
import { toValidate, type Validate, type Validator } from './violation.ts'
import { errorCode } from './words.ts'
import { parseYamlSource } from './yaml.ts'

/**
 * The output of the build: the contract's text, its SHA-256 and content, the line at which the value of each JSON pointer begins, and the
 * validators of its schemas by JSON pointer.
 */
type CompiledContract = {
  text: string
  sha256: string
  document: object
  lines: Readonly<Record<string, number>>
  validators: Readonly<Record<string, Validator>>
}

/**
 * Loads the schemas of a description. The result finds one by its JSON pointer. Uses the output of the build if that was
 * compiled from the same text; otherwise compiles the schemas now, for example while the contract is being edited.
 */
export function loadSchemas(document: object, sha256: string): (pointer: string) => Validate {
  const compiled = loadCompiled()
  if (compiled?.sha256 !== sha256) {
    const { at } = compileSchemas(document)
    return (pointer) => toValidate(at(pointer))
  }
  return (pointer) => {
    const validator = compiled.validators[pointer]
    if (!validator) throw new Error(`the contract has no schema at ${pointer}`)
    return toValidate(validator)
  }
}

/** Parses a description, or takes its content from the output of the build, if that was made from the same text. */
export const loadSource: ParseSource = (text, makeError) => {
  const compiled = loadCompiled()
  if (compiled?.text !== text) return parseYamlSource(text, makeError)
  const { document, lines, sha256 } = compiled
  const lineOf = (pointer: string): number =>
    lines[pointer] ?? lineOf(pointer.slice(0, pointer.lastIndexOf('/')))
  return { value: document, lineOf, sha256 }
}

function loadCompiled(): CompiledContract | undefined {
  try {
    return requireValidators() as CompiledContract
  } catch (error) {
    // The checkout has not been built yet.
    if (errorCode(error) === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}
