import { compileSchemas } from './compileSchemas.ts'
import { errorCode } from './errors.ts'
import { requireValidators } from './kit/builtModules.ts'
import { toValidate, type Validate, type Validator } from './violation.ts'

/** The output of the build: the validators by JSON pointer, and the contract that they were compiled from. */
type CompiledSchemas = { sha256: string; validators: Readonly<Record<string, Validator>> }

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

function loadCompiled(): CompiledSchemas | undefined {
  try {
    return requireValidators() as CompiledSchemas
  } catch (error) {
    // The checkout has not been built yet.
    if (errorCode(error) === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}
