/** A change that `npm run mutants` prints: mutator, original code, replacement, and which of several equal changes. */
export type Change = readonly [mutator: string, original: string, replacement: string, occurrence?: number]

/** Mutants of one file that the kit does not report, for one reason. */
export type Exception = { changes: readonly Change[] } & (
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

/** The exceptions by file. */
export type Exceptions = Readonly<Record<string, readonly Exception[]>>
