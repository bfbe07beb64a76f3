import { mkdirSync, writeFileSync } from 'node:fs'
import type { Expect, ExpectMatcherState, Request, Route, TestType } from '@playwright/test'
import { test as base, expect as baseExpect } from '@playwright/test'
import { contract } from 'plant-store-kit/fixtures'
import { mismatch } from '../../contract/shape.ts'
import type { JournalFilter } from '../control/journal.ts'
import { type MockOptions, mockOptionShapes } from '../mockOptions.ts'
import { readOptions } from '../readOptions.ts'
import type { ScenarioName } from '../scenarios/override.ts'
import { withPageParameters } from '../scenarios/preferences.ts'
import { type Mock, startMock } from '../startMock.ts'
import { assertAwaited, describeState, type MatcherResult, matchers, type ReceivedQuery } from './matchers.ts'

type Matchers = {
  /** Waits for a request with these query parameters, and with this status, path, method or session. */
  toHaveReceived: (
    this: ExpectMatcherState,
    mock: Pick<Mock, 'requests'>,
    query?: ReceivedQuery,
    filter?: JournalFilter,
  ) => Promise<MatcherResult>
}

/** Playwright's `expect` with `toHaveReceived`. */
export const expect: Expect<Matchers> = baseExpect.extend<Matchers>({
  async toHaveReceived(mock, ...given) {
    const isMock = typeof mock?.requests === 'function'
    const asked = isMock ? { requests: async (filter?: JournalFilter) => mock.requests(filter) } : mock
    return matchers.toHaveReceived.call(this, asked, ...given)
  },
})

/** Options for `use` in a Playwright configuration. */
export type PlantStoreOptions = {
  /** The options of each worker's mock. Default port: any free port. */
  plantStoreOptions: MockOptions
}

/** Options for `use` in a configuration, a file or a group of tests. */
export type PlantStoreTestOptions = {
  /** The page's requests below this base URL, such as `https://api.plants.example/v1`, go to the mock instead. Default: none. */
  plantStoreInPlaceOf: string | undefined
  /** The scenario at the start of each test. Default: the scenario in `plantStoreOptions`, or `normal`. */
  plantStoreScenario: ScenarioName | undefined
}

type Test = typeof base
type Args<T> = T extends TestType<infer TestArgs, infer WorkerArgs> ? [TestArgs, WorkerArgs] : never

/** Playwright's `test` with a fixture `plantStore`: one mock per worker, reset before each test. */
export const test: TestType<
  Args<Test>[0] & PlantStoreTestOptions,
  Args<Test>[1] & PlantStoreOptions & { plantStore: Mock }
> = base.extend<
  PlantStoreTestOptions & { plantStoreReset: undefined },
  PlantStoreOptions & { plantStore: Mock }
>({
  plantStoreOptions: [{}, { option: true, scope: 'worker' }],
  plantStoreInPlaceOf: [undefined, { option: true }],
  plantStoreScenario: [undefined, { option: true }],
  plantStore: [
    async ({ plantStoreOptions }, use) => {
      const mock = await startMock({ port: 0, ...readOptions(plantStoreOptions, mockOptionShapes) })
      await use(mock)
      await mock.close()
    },
    { scope: 'worker' },
  ],
  plantStoreReset: [
    async ({ plantStore, plantStoreScenario, plantStoreInPlaceOf, context }, use, testInfo) => {
      plantStore.reset()
      if (plantStoreScenario !== undefined) plantStore.scenario(plantStoreScenario)
      const from = plantStoreInPlaceOf === undefined ? undefined : readInPlaceOf(plantStoreInPlaceOf)
      if (from !== undefined)
        await context.route(
          ({ href }) => href.startsWith(`${from}/`),
          (route) => redirect(route, plantStore.url + readTarget(route.request(), from)),
        )
      const requested = new Set<string>()
      context.on('request', (request) => requested.add(request.url().split(/[?#]/, 1).join()))
      await use(undefined)
      if (testInfo.status === testInfo.expectedStatus) return assertAwaited()
      const place = from === undefined ? '' : `instead of ${from}\n`
      const path = testInfo.outputPath('plant-store.txt')
      mkdirSync(testInfo.outputDir, { recursive: true })
      writeFileSync(path, place + describeState(plantStore))
      await testInfo.attach('plant-store', { path, contentType: 'text/plain' })
      if (plantStore.requests().length === 0) explainUnused(requested, from)
    },
    { auto: true },
  ],
})

/** Throws if the page requested plants, but not from the mock, because then another server may have answered. */
function explainUnused(requested: ReadonlySet<string>, from = 'none'): void {
  const url = [...requested].find((each) => each.endsWith(contract.path))
  if (url === undefined) return
  const message = `plantStoreInPlaceOf: expected ${url.slice(0, -contract.path.length)}, got ${from}: the page requested ${url}, and this test's mock received no request`
  // Replace the stack trace, because it would show the kit's code, and not the test's code.
  throw Object.assign(new Error(message), { stack: message })
}

/** Returns the base URL without a trailing slash. Throws an InputError if the value is not an HTTP or HTTPS URL. */
function readInPlaceOf(value: unknown): string {
  if (typeof value === 'string' && /^https?:\/\/./.test(value)) return value.replace(/\/$/, '')
  throw mismatch('/plantStoreInPlaceOf', 'a base URL such as https://api.plants.example/v1', value)
}

/** Returns the path and query below the base URL, with the `__` parameters of the page's address, whatever the page's origin is. */
function readTarget(request: Request, from: string): string {
  const target = request.url().slice(from.length)
  // Navigations and requests from service workers do not come from a page.
  if (request.serviceWorker() !== null || request.isNavigationRequest()) return target
  const referer = request.frame().url()
  const headers = { ...request.headers(), referer, host: new URL(referer).host }
  return withPageParameters({ method: request.method(), target, headers }).target
}

async function redirect(route: Route, url: string): Promise<void> {
  if (new URL(route.request().url()).protocol === new URL(url).protocol) return route.continue({ url })
  // Playwright cannot continue a request with another protocol, so fetch the response from the mock.
  const response = await route.fetch({ url }).catch(() => undefined)
  await (response ? route.fulfill({ response }) : route.abort('connectionfailed'))
}
