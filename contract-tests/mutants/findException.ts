import type { Change, Exception } from './exceptions/exception.ts'
import { exceptions } from './exceptions/index.ts'
import type { Mutant } from './instrument.ts'

/** The exception for a mutant, if there is one. */
export function findException(mutant: Mutant): Exception | undefined {
  return exceptions[mutant.file]?.find(({ changes }) => changes.some((change) => isChange(change, mutant)))
}

/** Whether a mutant of the same file is this change. */
export function isChange([mutator, original, replacement, occurrence = 1]: Change, mutant: Mutant): boolean {
  return (
    mutant.mutator === mutator &&
    mutant.original === original &&
    mutant.replacement === replacement &&
    mutant.occurrence === occurrence
  )
}
