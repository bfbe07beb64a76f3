import { reporters } from '../report/reporters.ts'
import type { Options } from '../verify.ts'
import { verifyInTests } from './verifyInTests.ts'

/** Matchers for the `expect` of Vitest and Jest. */
export const matchers = {
  /**
   * Whether the implementation at a base URL is conformant. Otherwise the message is the report. With `not`, whether it violates the
   * contract: an incomplete run fails both.
   */
  async toKeepTheContract(
    this: { isNot?: boolean },
    baseUrl: unknown,
    options: Options = {},
  ): Promise<{ pass: boolean; message: () => string }> {
    const report = await verifyInTests(baseUrl, options)
    const isNot = this.isNot === true
    return {
      pass: isNot ? report.verdict !== 'violations' : report.verdict === 'conformant',
      message: () =>
        `${isNot ? 'expected a violation of the contract\n\n' : ''}${reporters.terminal(report, { color: false })}`,
    }
  },
}
