import { readContract } from '../contract/readContract.ts'
import { listResults, type Result } from '../report/results.ts'
import { checks, type Options, verify } from '../verify.ts'

/** A value, a promise of a value, or a function that returns either. A function is called after the file's own `beforeAll`. */
type Later<Value> = Value | Promise<Value> | (() => Value | Promise<Value>)

/** The options of `verify`. Tokens may also be functions. By default, `engines` is `['probes']`, and `maxTime` is 120. */
export type ContractTestOptions = Omit<Options, 'token' | 'otherToken'> & {
  /** A valid token. */
  token?: Later<Options['token']>
  /** A valid token of a second user, or valid tokens of several users. */
  otherToken?: Later<Options['otherToken']>
}

/** The argument that a test runner passes to a test. Jest passes none to a function without parameters. */
type TestContext = { skip: (reason: string) => unknown }

/** The functions of Vitest, Jest or `node:test`: `{ describe, beforeAll, test }`, or `{ describe, before, test }`. */
export type TestRunner = {
  describe: (name: string, declare: () => void) => unknown
  test: (name: string, run: (context?: TestContext) => void) => unknown
} & (
  | { beforeAll: (run: () => Promise<void>, timeout: number) => unknown }
  | { before: (run: () => Promise<void>, options: { timeout: number }) => unknown }
)

/** The maximum duration of a run in a test, in seconds. */
const MAX_SECONDS = 120
/** The milliseconds that the tests may need besides the run, for example to start the server. */
const GRACE = 30_000

/**
 * Declares a group of tests: one test for each check, and one test for the run itself. All tests share a single run. If a check failed, its
 * test fails with the finding from the terminal report. If a check was not judged, its test is skipped, except in Jest.
 */
export function contractTests(
  runner: TestRunner,
  url: Later<string>,
  options: ContractTestOptions = {},
): void {
  // Ignore rejections here, because the tests report them.
  for (const value of [url, options.token, options.otherToken])
    if (value instanceof Promise) value.catch(() => {})
  const contract = readContract(options.contract)
  const { name, maxTime = MAX_SECONDS, engines = ['probes'] } = options
  const title = `${contract.title} ${contract.version}${name === undefined ? '' : `: ${name}`}`
  const timeout = maxTime * 1000 + GRACE
  let results: readonly Result[] = []
  let failure: unknown
  let isReported = false
  let isListed = false

  const run = async (): Promise<void> => {
    try {
      const [baseUrl, token, otherToken] = await Promise.all([
        read(url),
        read(options.token),
        read(options.otherToken),
      ])
      const report = await verify(baseUrl, { ...options, token, otherToken, engines, maxTime })
      results = listResults(report, { color: false }).results
    } catch (error) {
      failure = error
    }
  }
  const findRun = (): Result | undefined => results.find(({ group }) => group === 'run')
  const findCheck = (id: string): Result | undefined => {
    const own = results.filter(({ name }) => name === id)
    // An entry of the baseline that is out of date makes the run fail, although its check may pass.
    const result = own.find(({ status }) => status === 'failed') ?? own[0]
    // A filter may skip the test of the run itself, but for a dead server, the tests of the checks must not pass.
    return result?.status === 'skipped' && !isReported && findRun()?.status === 'error' ? findRun() : result
  }
  const skip = (context: TestContext | undefined, reason: string): void => {
    if (context !== undefined) context.skip(reason)
    // Jest cannot skip a running test, so the test of a skipped check passes, and the console lists the skipped checks once.
    else if (!isListed) console.info(`Skipped checks:\n${listUnjudged(results).join('\n')}`)
    isListed = true
  }

  runner.describe(title, () => {
    if ('before' in runner) runner.before(run, { timeout })
    else runner.beforeAll(run, timeout)
    // Declare no parameter: to a test function with a parameter, Jest would pass a callback, and wait for the call of this callback.
    runner.test('the run is complete', () => {
      isReported = true
      if (failure !== undefined) throw failure
      conclude(findRun(), () => {})
    })
    for (const { id, title } of checks(contract))
      runner.test(`${id}: ${title}`, (...[context]) => {
        if (failure !== undefined && !isReported) throw failure
        conclude(findCheck(id), (reason) => skip(context, reason))
      })
  })
}

async function read<Value extends string | readonly string[] | undefined>(
  value: Later<Value>,
): Promise<Value> {
  return typeof value === 'function' ? value() : value
}

/** Ends a test according to its result. */
function conclude(result: Partial<Result> = {}, skip: (reason: string) => void): void {
  const { status = 'skipped', message = 'the run did not take place', detail = message } = result
  if (status === 'warning') console.warn(detail)
  if (status === 'skipped' || status === 'accepted') skip(message)
  if (status !== 'failed' && status !== 'error') return
  const error = new Error(detail)
  // Replace the stack trace, because it would only show the kit's code.
  error.stack = `Error: ${detail}`
  throw error
}

function listUnjudged(results: readonly Result[]): string[] {
  const unjudged = results.filter(({ status }) => status === 'skipped' || status === 'accepted')
  return unjudged.map(({ name, message }) => `${name} (${message})`)
}
