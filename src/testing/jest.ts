import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type ContractTests, createContractTests, matchers } from './contractTests.ts'

export type { ContractTestOptions } from './contractTests.ts'

expect.extend(matchers)

/** Jest cannot skip a test that is running, so a check that was not judged ends early, and is named when all tests have ended. */
const unjudged: string[] = []

afterAll(() => {
  if (unjudged.length > 0) console.info(`These checks were not judged:\n${unjudged.join('\n')}`)
})

/** Declares a test for each check of the contract. The implementation at `url` is tested once, after the `beforeAll` of the file. */
export const contractTests: ContractTests = createContractTests({
  describe,
  beforeAll,
  test: (name, result) =>
    test(name, () => {
      const outcome = result()
      if (outcome.kind === 'failed') throw outcome.error
      if (outcome.kind === 'skipped') unjudged.push(`${name} (${outcome.reason})`)
      else if (outcome.warning !== undefined) console.warn(outcome.warning)
    }),
})
