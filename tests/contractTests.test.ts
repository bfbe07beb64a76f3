import { expect, test, vi } from 'vitest'
import { contractTests, type TestRunner } from '../src/testing/contractTests.ts'
import { startFaulty, startReferenceMock } from './commandLine.testing.ts'

type Run = Parameters<TestRunner['test']>[1]
type TestResult =
  | { kind: 'passed' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'skipped'; reason: string }
type Declared = { group: string; tests: Map<string, Run>; timeout: number }
type Arguments = typeof contractTests extends (runner: TestRunner, ...rest: infer Rest) => void ? Rest : never

const COMPLETE = 'the run is complete'
const LIMIT = 'limit-honoured: Returns at most `limit` plants'
const NOWHERE = 'http://127.0.0.1:1'

/** Returns whether a test runner's filter selects a test. */
type Selects = (name: string) => boolean

/** Declares contract tests as a test runner does, and runs the hooks and the selected tests. */
async function run(...[url, options, selects = () => true]: [...Arguments, Selects?]) {
  const declared: Declared = { group: '', tests: new Map(), timeout: 0 }
  const hooks: (() => Promise<void>)[] = []
  const runner: TestRunner = {
    describe: (name, declare) => {
      declared.group = name
      declare()
    },
    beforeAll: (hook, timeout) => {
      hooks.push(hook)
      declared.timeout = timeout
    },
    test: (name, run) => declared.tests.set(name, run),
  }
  contractTests(runner, url, options)
  for (const hook of hooks) await hook()
  const selected = [...declared.tests].filter(([name]) => selects(name))
  const results = new Map(selected.map(([name, run]) => [name, runTest(run)]))
  const names = (kind: TestResult['kind']): string[] =>
    [...results].flatMap(([name, result]) => (result.kind === kind ? [name] : []))
  return { ...declared, results, names }
}

function runTest(run: Run): TestResult {
  let skipped: TestResult | undefined
  try {
    run({
      skip: (reason) => {
        skipped = { kind: 'skipped', reason }
      },
    })
    return skipped ?? { kind: 'passed' }
  } catch (error) {
    return { kind: 'failed', error }
  }
}

function errorOf(result: TestResult | undefined): unknown {
  return result?.kind === 'failed' ? result.error : undefined
}

test('there is a test for the run and one for each check, all from one run', async () => {
  const calls: string[] = []
  const { group, tests, timeout, results, names } = await run(
    async () => {
      calls.push('url')
      return startReferenceMock()
    },
    { token: () => 'token-alice', otherToken: Promise.resolve('token-bob'), maxTime: 60, name: 'the mock' },
  )
  expect(calls).toEqual(['url'])
  expect(group).toBe('Plant Store 1.0.0: the mock')
  expect([...tests.keys()].slice(0, 2)).toEqual([
    COMPLETE,
    'operation-answers: Answers requests with an HTTP response',
  ])
  expect(tests.size).toBeGreaterThan(130)
  expect(timeout).toBe(90_000)
  expect(names('failed')).toEqual([])
  expect(names('passed')).toContain(LIMIT)
  expect(results.get('retry-after-valid: Sends Retry-After as a date or as a number of seconds')).toEqual({
    kind: 'skipped',
    reason: 'not exercised: needs a response with Retry-After',
  })
})

test('the test of a failed check fails with the finding, and without a stack trace into the kit', async () => {
  const { baseUrl, token } = await startFaulty('limit-ignored')
  const { results, names } = await run(baseUrl, { token, plan: 'monitor' })
  expect(names('failed')).toEqual([LIMIT])
  const error = errorOf(results.get(LIMIT))
  expect(error).toMatchObject({
    message: expect.stringMatching(/^✗ limit-honoured [\s\S]+ {4}fix {9}If the limit has/),
  })
  expect(error).toHaveProperty('stack', expect.not.stringMatching(/^ +at /m))
})

test("the test of a warning passes with the warning's text, and fails if the run is strict", async () => {
  const title = 'method-allow-listed: Lists the allowed methods in a 405'
  const { baseUrl, token } = await startFaulty('method-405-without-allow')
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const lenient = await run(baseUrl, { token })
  expect(lenient.names('failed')).toEqual([])
  expect(lenient.names('passed')).toContain(title)
  expect(warn.mock.calls).toEqual([[expect.stringContaining('405')]])
  const strict = await run(baseUrl, { token, strict: true })
  expect(strict.names('failed')).toEqual([title])
})

test('an outdated baseline entry fails the test of its check', async () => {
  const entries = [{ id: 'limit-honoured', reason: 'ships with 4.2', expires: '2099-12-31' }]
  const { baseUrl, token } = await startFaulty('limit-ignored')
  const listed = await run(baseUrl, { token, baseline: { entries }, plan: 'monitor' })
  expect(listed.names('failed')).toEqual([])
  const gone = await run(startReferenceMock(), { token: 'token-alice', baseline: { entries } })
  expect(gone.names('failed')).toEqual([LIMIT])
  expect(String(errorOf(gone.results.get(LIMIT)))).toContain('limit-honoured no longer occurs')
})

test('for a runner that cannot skip a running test, the kit prints the checks that were not judged', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {})
  const options = { token: 'token-alice', engines: undefined, maxTime: undefined } as object
  const { tests } = await run(await startReferenceMock(), options, () => false)
  for (const test of tests.values()) {
    // Jest would treat a parameter as a `done` callback.
    expect(test).toHaveLength(0)
    test()
  }
  const list = /^Skipped checks:\n[\s\S]*retry-after-valid \(not exercised/
  expect(info.mock.calls).toEqual([[expect.stringMatching(list)]])
})

test('an incomplete run fails one test, which says why, and skips the checks', async () => {
  const { results, names } = await run(Promise.resolve(NOWHERE))
  expect(names('failed')).toEqual([COMPLETE])
  expect(names('passed')).toEqual([])
  expect(String(errorOf(results.get(COMPLETE)))).toMatch(/nothing is listening/)
})

test("a check that was not judged fails if the run is incomplete and the run's own test was filtered out", async () => {
  const { results } = await run(NOWHERE, {}, (name) => name === LIMIT)
  expect([...results.keys()]).toEqual([LIMIT])
  expect(String(errorOf(results.get(LIMIT)))).toMatch(/nothing is listening/)
  const isSelected = (name: string): boolean => name.startsWith('retry-after-valid:')
  const options = { token: 'token-alice', plan: 'monitor' } as const
  const complete = await run(await startReferenceMock(), options, isSelected)
  expect([...complete.results.values()].map(({ kind }) => kind)).toEqual(['skipped'])
})

test('a run that cannot start fails with the error itself', async () => {
  const broken = new Error('the server did not start')
  const aborted = new Error('enough')
  const runs = await Promise.all([
    run(Promise.reject(broken)),
    run(() => {
      throw broken
    }),
    run(NOWHERE, { signal: AbortSignal.abort(aborted) }),
    run('127.0.0.1:4010'),
    run(undefined as never),
  ])
  const errors = runs.map(({ results }) => errorOf(results.get(COMPLETE)))
  expect(errors.slice(0, 3)).toEqual([broken, broken, aborted])
  expect(String(errors[3])).toContain('127.0.0.1:4010')
  expect(String(errors[4])).toContain('expected a base URL such as http://127.0.0.1:4010, got nothing')
  for (const { names, results } of runs) {
    expect(names('failed')).toEqual([COMPLETE])
    expect([...results.values()][1]).toEqual({ kind: 'skipped', reason: 'the run did not take place' })
  }
})

test('another contract has its own tests, and an invalid contract is refused immediately', async () => {
  const { group, tests } = await run(NOWHERE, { contract: 'examples/contracts/next.yaml' })
  expect(group).toBe('Plant Store 2.0.0')
  expect([...tests.keys()].join()).toContain('plant-schema: ')
  await expect(run(NOWHERE, { contract: 'none.yaml' })).rejects.toThrow(
    'none.yaml: cannot be read (no such file or directory)',
  )
})
