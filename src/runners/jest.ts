import { beforeAll, describe, expect, test } from '@jest/globals'
import { type ContractTests, createContractTests, type TestResult } from './contractTests.ts'
import { matchers } from './matchers.ts'
import { skipTests } from './skipTests.ts'

export type { ContractTestOptions } from './contractTests.ts'

expect.extend(matchers)

const results = new Map<() => void, () => TestResult>()

/** Declares a test for each check of the contract. The implementation at `url` is tested once, after the `beforeAll` of the file. */
export const contractTests: ContractTests = createContractTests({
  describe,
  beforeAll: (run, timeout) =>
    beforeAll(async () => {
      await run()
      skipTests((body) => results.get(body)?.().kind === 'skipped')
    }, timeout),
  test: (name, result) => {
    const body = (): void => {
      const outcome = result()
      if (outcome.kind === 'failed') throw outcome.error
      if (outcome.kind === 'passed' && outcome.warning !== undefined) console.warn(outcome.warning)
    }
    results.set(body, result)
    test(name, body)
  },
})
