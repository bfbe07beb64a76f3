import { readContract } from '../contract/readContract.ts'
import type { Report } from '../judge/report.ts'
import { reporters } from '../report/reporters.ts'
import { listResults, type Result } from '../report/results.ts'
import { checks, type Options, verify } from '../verify.ts'

/** A value, a promise of it, or a function that is called when the tests run, after the `beforeAll` of the file. */
type Later<Value> = Value | Promise<Value> | (() => Value | Promise<Value>)

/** Options of `verify`. Tokens may be functions, too. Default for `engines`: `['probes']`; for `maxTime`: 120. */
export type ContractTestOptions = Omit<Options, 'token' | 'otherToken'> & {
  /** A valid token. */
  token?: Later<Options['token']>
  /** A valid token of a second user, or those of several other users. */
  otherToken?: Later<Options['otherToken']>
}

/** The result of a test. A failed check has an error with the finding as the terminal shows it. */
export type TestResult =
  | { kind: 'passed'; warning?: string | undefined }
  | { kind: 'failed'; error: unknown }
  | { kind: 'skipped'; reason: string }

/** What a test runner provides. */
export type Runner = {
  describe: (name: string, declare: () => void) => void
  /** Runs before the tests of the group, for at most these milliseconds. */
  beforeAll: (run: () => Promise<void>, timeout: number) => void
  /** Declares a test. Its result is known after `beforeAll`. */
  test: (name: string, result: () => TestResult) => void
}

export type ContractTests = (url: Later<string>, options?: ContractTestOptions) => void

/** Seconds that a run in a test takes at most. */
const MAX_SECONDS = 120
/** Milliseconds for the server to start, and for the report. */
const GRACE = 30_000

/**
 * Declares a group with a test for each check, and one for the run itself. The first of them tests the implementation once, and all
 * have its results: a check that failed fails, and one that was not judged is skipped.
 */
export function createContractTests(runner: Runner): ContractTests {
  return (url, options = {}) => {
    // Their rejections are reported when the tests run.
    for (const value of [url, options.token, options.otherToken])
      if (value instanceof Promise) value.catch(() => {})
    const contract = readContract(options.contract)
    const { name, maxTime = MAX_SECONDS } = options
    const title = `${contract.title} ${contract.version}${name === undefined ? '' : `: ${name}`}`
    let results: readonly Result[] = []
    let failure: TestResult | undefined
    let isReported = false

    const run = async (): Promise<void> => {
      try {
        const [baseUrl, token, otherToken] = await Promise.all([
          read(url),
          read(options.token),
          read(options.otherToken),
        ])
        const report = await verifyInTests(baseUrl, { ...options, token, otherToken })
        results = listResults(report, { color: false }).results
      } catch (error) {
        failure = { kind: 'failed', error }
      }
    }
    const readRun = (): TestResult => failure ?? toResult(results.find(({ group }) => group === 'run'))
    const readCheck = (id: string): TestResult => {
      const own = results.filter(({ name }) => name === id)
      // An entry of the baseline may be out of date. Although its check may pass, the run fails.
      const result = toResult(own.find(({ status }) => status === 'failed') ?? own[0])
      // A filter may have left out the test that fails, and a dead server would pass.
      return result.kind === 'skipped' && !isReported && readRun().kind === 'failed' ? readRun() : result
    }

    runner.describe(title, () => {
      runner.beforeAll(run, maxTime * 1000 + GRACE)
      runner.test('the run is complete', () => {
        isReported = true
        return readRun()
      })
      for (const { id, title } of checks(contract)) runner.test(`${id}: ${title}`, () => readCheck(id))
    })
  }
}

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

/** Tests with the kit's own checks, because other engines take seconds to start, and with a time limit. */
export async function verifyInTests(baseUrl: unknown, options: Options): Promise<Report> {
  if (typeof baseUrl !== 'string')
    throw new TypeError(`expected a base URL, got ${baseUrl === null ? 'null' : typeof baseUrl}`)
  const { engines = ['probes'], maxTime = MAX_SECONDS } = options
  return verify(baseUrl, { ...options, engines, maxTime })
}

async function read<Value extends string | readonly string[] | undefined>(
  value: Later<Value>,
): Promise<Value> {
  return typeof value === 'function' ? value() : value
}

function toResult(result: Result | undefined): TestResult {
  if (result === undefined) return { kind: 'skipped', reason: 'the run did not take place' }
  const { status, message, detail = message } = result
  if (status === 'skipped' || status === 'accepted') return { kind: 'skipped', reason: message }
  if (status === 'passed') return { kind: 'passed' }
  if (status === 'warning') return { kind: 'passed', warning: detail }
  const error = new Error(detail)
  // It would lead into the kit.
  error.stack = `Error: ${detail}`
  return { kind: 'failed', error }
}
