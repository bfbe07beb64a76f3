import type { TextOptions } from './text.ts'

export type ReporterOptions = TextOptions & {
  /** The file of the JSON report of the same run. */
  saved?: string | undefined
  /** How to call the kit in commands to copy. Default: `plant-store-kit`. */
  program?: string
  /** The user's copy of the contract, which formats that show findings in files point to. */
  contract?: ContractCopy
}

/** A copy of the contract in the user's repository. */
export type ContractCopy = {
  /** Its path in the repository. */
  path: string
  /** Finds the line (from 1) of a JSON pointer, or of its nearest existing ancestor. */
  findLine: (pointer: string) => number
}
