import { test as base, inject } from 'vitest'
import type { Entry } from '../control/entry.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Base URL of the mock that `plant-store-kit/vitest/setup` started. */
    plantStoreUrl: string
  }
}

/** The mock in one test. Each test has its own scenario and requests, also when tests run in parallel. */
export type TestMock = {
  /** Base URL, for example `http://127.0.0.1:4010`. */
  url: string
  /** The session of this test. */
  session: string
  /** The header that puts a request into the session, for clients that accept headers. */
  headers: { 'X-Plant-Store-Session': string }
  /** `fetch` with that header, for clients that accept a `fetch`. A path such as `/plants` is relative to the base URL. */
  fetch: typeof fetch
  /** Chooses a scenario for this test. Rejects if it does not exist. */
  scenario: (name: string) => Promise<void>
  /** The requests of this test, newest first. */
  requests: () => Promise<Entry[]>
}

/** Vitest's `test` with a fixture `mock`: the server of the global setup, or else one server per file. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern to find what a fixture needs
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
