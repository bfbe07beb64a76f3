import { readContract } from '../contract/readContract.ts'
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

/** What a runner passes to a test. Jest passes nothing. */
type TestContext = { skip: (reason: string) => unknown }

/** The functions of Vitest, Jest or `node:test`: `{ describe, beforeAll, test }`, or `{ describe, before, test }`. */
export type TestRunner = {
  describe: (name: string, declare: () => void) => unknown
  test: (name: string, run: (context?: TestContext) => void) => unknown
} & (
  | { beforeAll: (run: () => Promise<void>, timeout: number) => unknown }
  | { before: (run: () => Promise<void>, options: { timeout: number }) => unknown }
)

/** Seconds that a run in a test takes at most. */
const MAX_SECONDS = 120
/** Milliseconds for the server to start, and for the report. */
const GRACE = 30_000

/**
 * Declares a group with a test for each check, and one for the run itself. The first of them tests the implementation once, and all
 * have its results: a check that failed fails with the finding as the terminal shows it, and one that was not judged is skipped.
 */
export function contractTests(
  runner: TestRunner,
  url: Later<string>,
  options: ContractTestOptions = {},
): void {
  // Their rejections are reported when the tests run.
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
      if (typeof baseUrl !== 'string') throw new TypeError(`expected a base URL, got ${typeof baseUrl}`)
      const report = await verify(baseUrl, { ...options, token, otherToken, engines, maxTime })
      results = listResults(report, { color: false }).results
    } catch (error) {
      failure = error
    }
  }
  const findRun = (): Result | undefined => results.find(({ group }) => group === 'run')
  const findCheck = (id: string): Result | undefined => {
    const own = results.filter(({ name }) => name === id)
    // An entry of the baseline may be out of date. Although its check may pass, the run fails.
    const result = own.find(({ status }) => status === 'failed') ?? own[0]
    // A filter may have left out the test that fails, and a dead server would pass.
    return result?.status === 'skipped' && !isReported && findRun()?.status === 'error' ? findRun() : result
  }
  const skip = (context: TestContext | undefined, reason: string): void => {
    if (context !== undefined) context.skip(reason)
    // Jest cannot skip a test that is running. There the checks that were not judged pass, and are listed once.
    else if (!isListed) console.info(`These checks were not judged:\n${listUnjudged(results).join('\n')}`)
    isListed = true
  }

  runner.describe(title, () => {
    if ('before' in runner) runner.before(run, { timeout })
    else runner.beforeAll(run, timeout)
    // Jest takes a function with a parameter for one that calls back.
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

/** Ends a test as its result says. */
function conclude(result: Partial<Result> = {}, skip: (reason: string) => void): void {
  const { status = 'skipped', message = 'the run did not take place', detail = message } = result
  if (status === 'warning') console.warn(detail)
  if (status === 'skipped' || status === 'accepted') skip(message)
  if (status !== 'failed' && status !== 'error') return
  const error = new Error(detail)
  // It would lead into the kit.
  error.stack = `Error: ${detail}`
  throw error
}

function listUnjudged(results: readonly Result[]): string[] {
  const unjudged = results.filter(({ status }) => status === 'skipped' || status === 'accepted')
  return unjudged.map(({ name, message }) => `${name} (${message})`)
}
