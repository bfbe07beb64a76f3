import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { compileSchemas } from './compileSchemas.ts'
import { packageRoot } from './packageRoot.ts'
import { toValidate, type Validate, type Validator } from './violation.ts'

/** What the build makes of the contract's schemas: the validators by JSON pointer, and the contract that they are of. */
type Compiled = { sha256: string; validators: Readonly<Record<string, Validator>> }

/** Where the build puts it. */
const compiledFile = fileURLToPath(new URL('dist/generated/validators.js', packageRoot))

/**
 * The schemas of a description, each by its JSON pointer: as they were compiled by the build where they are of this very
 * text, else compiled now, as in a checkout whose contract is being edited.
 */
export function schemasOf(document: object, sha256: string): (pointer: string) => Validate {
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

function loadCompiled(): Compiled | undefined {
  try {
    return createRequire(import.meta.url)(compiledFile)
  } catch (error) {
    // A checkout that was not built yet.
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}
