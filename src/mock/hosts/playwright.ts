import { test as base, type Route, type TestType } from '@playwright/test'
import type { MockOptions } from '../mockOptions.ts'
import { type Mock, startMock } from '../startMock.ts'

export { expect } from '@playwright/test'

/** What a configuration may `use`. */
export type PlantStoreOptions = {
  /** How each worker's mock is started. Its port is any free one, unless it is given. */
  plantStoreOptions: MockOptions
}

/** The same, for one test or group of tests. */
export type PlantStoreTestOptions = {
  /**
   * The base URL that the page has been built with, such as `https://api.plants.example/v1`: what the page sends there goes to
   * the worker's mock. Default: nothing is redirected.
   */
  plantStoreInPlaceOf: string | undefined
  /** The scenario that each test begins with. Default: the one that the mock was started with. */
  plantStoreScenario: string | undefined
}

type Test = typeof base
type Of<T> = T extends TestType<infer TestArgs, infer WorkerArgs> ? [TestArgs, WorkerArgs] : never

/** Playwright's `test` with a `plantStore`: one mock for each worker, as new for each test. */
export const test: TestType<
  Of<Test>[0] & PlantStoreTestOptions,
  Of<Test>[1] & PlantStoreOptions & { plantStore: Mock }
> = base.extend<
  PlantStoreTestOptions & { plantStoreAsNew: undefined },
  PlantStoreOptions & { plantStore: Mock }
>({
  plantStoreOptions: [{}, { option: true, scope: 'worker' }],
  plantStoreInPlaceOf: [undefined, { option: true }],
  plantStoreScenario: [undefined, { option: true }],
  plantStore: [
    async ({ plantStoreOptions }, use) => {
      const mock = await startMock({ port: 0, ...plantStoreOptions })
      await use(mock)
      await mock.close()
    },
    { scope: 'worker' },
  ],
  plantStoreAsNew: [
    async ({ plantStore, plantStoreScenario, plantStoreInPlaceOf, context }, use) => {
      plantStore.reset()
      if (plantStoreScenario !== undefined) plantStore.scenario(plantStoreScenario)
      if (plantStoreInPlaceOf !== undefined) {
        const from = plantStoreInPlaceOf.replace(/\/$/, '')
        await context.route(
          ({ href }) => href.startsWith(`${from}/`),
          (route) => redirect(route, plantStore.url + route.request().url().slice(from.length)),
        )
      }
      await use(undefined)
    },
    { auto: true },
  ],
})

async function redirect(route: Route, url: string): Promise<void> {
  if (new URL(route.request().url()).protocol === new URL(url).protocol) {
    await route.continue({ url })
    return
  }
  // A request may not go on by another protocol: Playwright asks in its place.
  const response = await route.fetch({ url }).catch(() => undefined)
  await (response ? route.fulfill({ response }) : route.abort('connectionfailed'))
}
