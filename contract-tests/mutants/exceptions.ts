import type { Mutant } from './instrument.ts'

/** A change that `npm run mutants` prints: mutator, original code, replacement, and which of several equal changes. */
export type Change = readonly [mutator: string, original: string, replacement: string, occurrence?: number]

/** Mutants that the kit does not report, for one reason. */
export type Exception = {
  file: string
  changes: readonly Change[]
} & (
  | {
      /** Why the changed server is valid too. */
      equivalent: string
      notChecked?: undefined
    }
  | {
      /** The heading in `docs/not-checked.md` that says why no check reports this fault. */
      notChecked: string
      equivalent?: undefined
    }
)

/** All mutants that the kit is not expected to report. */
export const exceptions: readonly Exception[] = []

/** The exception for a mutant, if there is one. */
export function findException(mutant: Mutant): Exception | undefined {
  return exceptions.find(
    ({ file, changes }) => file === mutant.file && changes.some((change) => isChange(change, mutant)),
  )
}

export function isChange([mutator, original, replacement, occurrence = 1]: Change, mutant: Mutant): boolean {
  return (
    mutant.mutator === mutator &&
    mutant.original === original &&
    mutant.replacement === replacement &&
    mutant.occurrence === occurrence
  )
}
