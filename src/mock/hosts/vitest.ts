import { test as base, inject } from 'vitest'
import type { Entry } from '../control/entry.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Base URL of the mock that `plant-store-kit/vitest/setup` started. */
    plantStoreUrl: string
  }
}

/** The mock as one test has it: whatever other tests do at the same time, its scenario and its requests are its own. */
export type TestMock = {
  /** Base URL, for example `http://127.0.0.1:4010`. */
  url: string
  /** What tells this test's requests from others'. */
  session: string
  /** The field that does so, for clients that take fields. */
  headers: { 'X-Plant-Store-Session': string }
  /** `fetch` with that field, for clients that take a `fetch`. A path stands for one below the base URL: `/plants`. */
  fetch: typeof fetch
  /** Chooses a scenario for this test. Rejects where there is none of that name. */
  scenario: (name: string) => Promise<void>
  /** The requests of this test, newest first. */
  requests: () => Promise<Entry[]>
}

/** Vitest's `test` with a `mock`: the one that the global setup started, else one for each file. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern to see what a fixture needs
  .extend('plantStoreUrl', { scope: 'worker' }, async ({}, { onCleanup }): Promise<string> => {
    const provided = inject('plantStoreUrl') as string | undefined
    if (provided !== undefined) return provided
    const { startMock } = await import('../startMock.ts')
    const { url, close } = await startMock({ port: 0 })
    onCleanup(close)
    return url
  })
  .extend('mock', ({ plantStoreUrl, task }): TestMock => {
    const name = task.name.replaceAll(/[^\w -]/g, '').slice(0, 60)
    return testMock(plantStoreUrl, `${name} ${crypto.randomUUID()}`)
  })

function testMock(url: string, session: string): TestMock {
  const headers = { 'X-Plant-Store-Session': session }
  const control = async (path: string, init?: RequestInit): Promise<unknown> => {
    const response = await fetch(new URL(`/__admin${path}`, url), init)
    const answer: unknown = await response.json()
    if (response.ok) return answer
    throw new Error((answer as { message: string }).message)
  }
  return {
    url,
    session,
    headers,
    fetch: (input, init) => {
      const target = typeof input === 'string' && input.startsWith('/') ? url + input : input
      const request = new Request(target, init)
      request.headers.set('X-Plant-Store-Session', session)
      return fetch(request)
    },
    scenario: async (name) => {
      await control('/scenario', { method: 'PUT', body: JSON.stringify({ scenario: name, session }) })
    },
    requests: async () => {
      const { requests } = (await control(`/requests?${new URLSearchParams({ session })}`)) as {
        requests: Entry[]
      }
      return requests
    },
  }
}
