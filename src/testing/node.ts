import { before, describe, test } from 'node:test'
import { type ContractTests, createContractTests } from './contractTests.ts'

export type { ContractTestOptions } from './contractTests.ts'

/** Declares a test for each check of the contract. The implementation at `url` is tested once, after the `before` of the file. */
export const contractTests: ContractTests = createContractTests({
  describe,
  beforeAll: (run, timeout) => before(run, { timeout }),
  test: (name, result) => {
    test(name, (context) => {
      const outcome = result()
      if (outcome.kind === 'failed') throw outcome.error
      if (outcome.kind === 'skipped') context.skip(outcome.reason)
      else if (outcome.warning !== undefined) context.diagnostic(outcome.warning)
    })
  },
})
