import { readContract } from '../contract/readContract.ts'
import { listTestCases, type TestCase } from '../report/testCases.ts'
import { checks, type Options } from '../verify.ts'
import { MAX_SECONDS, verifyInTests } from './verifyInTests.ts'

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
    let cases: readonly TestCase[] = []
    let failure: { error: unknown } | undefined
    const run = async (): Promise<void> => {
      try {
        const [baseUrl, token, otherToken] = await Promise.all([
          read(url),
          read(options.token),
          read(options.otherToken),
        ])
        const report = await verifyInTests(baseUrl, { ...options, token, otherToken })
        cases = listTestCases(report, { color: false })
      } catch (error) {
        failure = { error }
      }
    }
    const readRun = (): TestResult =>
      failure ? { kind: 'failed', ...failure } : readResult(cases.find(({ group }) => group === 'run'))
    let isReported = false
    runner.describe(title, () => {
      runner.beforeAll(run, maxTime * 1000 + GRACE)
      runner.test('the run is complete', () => {
        isReported = true
        return readRun()
      })
      for (const check of checks(contract))
        runner.test(`${check.id}: ${check.title}`, () => {
          const result = readResult(
            cases.find(isBaselineCase(check.id)) ?? cases.find(({ finding }) => finding?.check === check.id),
          )
          // A filter may have left out the test that fails, and a dead server would pass.
          return result.kind === 'skipped' && !isReported && readRun().kind === 'failed' ? readRun() : result
        })
    })
  }
}

/** Finds an entry of the baseline that is out of date: although its check may pass, the run fails. */
function isBaselineCase(id: string): (testCase: TestCase) => boolean {
  return ({ group, name }) => group === 'baseline' && name === id
}

async function read<Value extends string | readonly string[] | undefined>(
  value: Later<Value>,
): Promise<Value> {
  return typeof value === 'function' ? value() : value
}

function readResult(testCase: TestCase | undefined): TestResult {
  if (testCase === undefined) return { kind: 'skipped', reason: 'the run did not take place' }
  const { outcome, message = '', detail = message, finding } = testCase
  if (outcome === 'skipped') return { kind: 'skipped', reason: message }
  if (outcome === 'passed')
    return { kind: 'passed', warning: finding?.verdict === 'warn' ? detail : undefined }
  const error = new Error(detail)
  // It would lead into the kit.
  error.stack = `Error: ${detail}`
  return { kind: 'failed', error }
}
