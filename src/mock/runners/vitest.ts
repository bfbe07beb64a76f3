import { test as base, expect, inject, type TestAPI } from 'vitest'
import { type Entry, type JournalFilter, readJournalFilter } from '../control/journal.ts'
import type { Plant } from '../fixtures/fixtures.ts'
import { type ScenarioName, settingNames } from '../scenarios/override.ts'
import type { GivenResponse, SettingsChanges } from '../scenarios/state.ts'
import { assertAwaited, matchers, type ReceivedQuery, track } from './matchers.ts'

const cleared = Object.fromEntries(settingNames.map((name) => [name, null]))

// Store `fetch` here, because a test may replace the global function, for example with the mock's own `fetch`.
const { fetch: send } = globalThis

expect.extend(matchers)

declare module 'vitest' {
  interface ProvidedContext {
    /** The base URL of the mock that `plant-store-kit/vitest/setup` started. */
    plantStoreUrl: string
    /** The token of the mock's control API. */
    plantStoreToken: string
  }
}

declare global {
  namespace Chai {
    // Extends this interface, because its type parameters are the same in all supported versions of Vitest.
    interface Assertion {
      /** Asserts that the mock received a request with these query parameters, and with this status, path or method. */
      toHaveReceived(query?: ReceivedQuery, filter?: JournalFilter): Promise<void>
    }
  }
}

/** The mock as one test sees it. Each test has its own scenario and requests, even if tests run in parallel. */
export type TestMock = {
  /** The base URL, for example `http://127.0.0.1:4010`. */
  url: string
  /** The name of this test's session. */
  session: string
  /** The header that puts a request into the session, for a client to which a test can pass headers. */
  headers: { 'X-Plant-Store-Session': string }
  /**
   * `fetch` with the session's header. Pass this function to a client, or replace the global `fetch` with it. Paths such as `/plants`, and
   * URLs at the origin of a page that jsdom or happy-dom simulates, lead to the mock.
   */
  fetch: typeof fetch
  /** Chooses a scenario for this test. Rejects if the scenario does not exist. */
  scenario: (name: ScenarioName) => Promise<void>
  /** Serves these plants to every user in this test; null restores the usual plants. Rejects if the plants violate the contract. */
  plants: (list: readonly Plant[] | null) => Promise<void>
  /**
   * Answers the next requests of this test: with scenarios by name, HTTP statuses, lists of plants, or objects such as `{ status: 503,
   * delay: 300 }`; null clears the queue. Rejects if a response is invalid.
   */
  responses: (list: readonly GivenResponse[] | null) => Promise<void>
  /** Changes the settings of this test, such as `{ delay: 300 }`; null clears one setting, or all. Rejects if a change is invalid. */
  settings: (changes: SettingsChanges | null) => Promise<void>
  /** Lists the requests of this test, newest first: all requests, or only requests with a certain status, path or method. */
  requests: (filter?: Omit<JournalFilter, 'session'>) => Promise<Entry[]>
}

type Server = { url: string; token: string | undefined }

/** Vitest's `test` with a fixture `mock`: the server of the global setup, or else one server per worker (by default, per file). */
export const test: TestAPI<{ plantStoreServer: Server; mock: TestMock }> = base.extend<{
  plantStoreServer: Server
  mock: TestMock
}>({
  plantStoreServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern to find what a fixture needs
    async ({}, use) => {
      const provided = inject('plantStoreUrl') as string | undefined
      if (provided !== undefined) return use({ url: provided, token: inject('plantStoreToken') })
      if (!('process' in globalThis && process.versions?.node))
        throw new Error(
          "in Vitest's browser mode, add globalSetup: 'plant-store-kit/vitest/setup' to the configuration",
        )
      const { startMock } = await import('../startMock.ts')
      const token = crypto.randomUUID()
      const { url, close } = await startMock({ port: 0, adminToken: token })
      await use({ url, token })
      await close()
    },
    { scope: 'worker' },
  ],
  mock: async ({ plantStoreServer, task }, use) => {
    const name = task.name.replaceAll(/[^\w -]/g, '').slice(0, 60)
    const mock = testMock(plantStoreServer, `${name} ${crypto.randomUUID()}`)
    await use(mock)
    await assertAwaited(mock)
  },
})

/** Creates a Request. The origin of a simulated page has no server, so requests to this origin are for the mock. */
function toRequest(input: Request | string | URL, init: RequestInit | undefined, url: string): Request {
  if (typeof input === 'string' && input.startsWith('/')) return new Request(url + input, init)
  const { location } = globalThis as { location?: { href: string; origin: string } }
  const { origin, pathname, search } = new URL(input instanceof Request ? input.url : input, location?.href)
  if (origin !== location?.origin) return new Request(input, init)
  const target = url + pathname + search
  return new Request(input instanceof Request ? new Request(target, input) : target, init)
}

function testMock({ url, token }: Server, session: string): TestMock {
  const headers = { 'X-Plant-Store-Session': session }
  const control = async (path: string, init?: RequestInit): Promise<unknown> => {
    // Close the connection, because Node.js may need timers to reuse a connection, and timers may be fake.
    const headers = { connection: 'close', ...(token && { authorization: `Bearer ${token}` }) }
    const response = await send(new URL(`/__admin${path}`, url), { ...init, headers })
    const answer: unknown = await response.json()
    if (response.ok) return answer
    throw new Error((answer as { message: string }).message)
  }
  const change = (name: string, what: object): Promise<void> => {
    const body = JSON.stringify({ ...what, session })
    const sent = control(`/${name}`, { method: 'PUT', body }).then(() => {})
    return track(mock, `mock.${name}(…)`, sent)
  }
  const mock: TestMock = {
    url,
    session,
    headers,
    fetch: (input, init) => {
      const request = toRequest(input, init, url)
      request.headers.set('X-Plant-Store-Session', session)
      return send(request)
    },
    scenario: (name) => change('scenario', { scenario: name }),
    plants: (list) => change('plants', { plants: list }),
    responses: (list) => change('responses', { responses: list }),
    settings: (changes) => change('settings', changes ?? cleared),
    requests: async (filter: Omit<JournalFilter, 'session'> = {}) => {
      const all = Object.entries({ ...readJournalFilter(filter), session })
      const texts = all.map(([name, value]) => [name, String(value)])
      const query = new URLSearchParams(Object.fromEntries(texts))
      const { requests } = (await control(`/requests?${query}`)) as { requests: Entry[] }
      return requests
    },
  }
  return mock
}
