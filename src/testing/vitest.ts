import { beforeAll, describe, expect, test } from 'vitest'
import type { Options } from '../verify.ts'
import { type ContractTests, createContractTests, matchers } from './contractTests.ts'

export type { ContractTestOptions } from './contractTests.ts'

expect.extend(matchers)

declare global {
  namespace Chai {
    // The one interface of Vitest's matchers with the same parameters in every version.
    interface Assertion {
      /** Whether the implementation at this base URL is conformant. With `not`, whether it violates the contract. */
      toKeepTheContract(options?: Options): Promise<void>
    }
  }
}

/** Declares a test for each check of the contract. The implementation at `url` is tested once, after the `beforeAll` of the file. */
export const contractTests: ContractTests = createContractTests({
  describe,
  beforeAll,
  test: (name, result) => {
    test(name, async ({ skip, annotate }) => {
      const outcome = result()
      if (outcome.kind === 'failed') throw outcome.error
      if (outcome.kind === 'skipped') skip(outcome.reason)
      else if (outcome.warning !== undefined) await annotate(outcome.warning, 'warning')
    })
  },
})
