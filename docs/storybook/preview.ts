import type { Preview } from '@storybook/html-vite'
import { createMock } from 'plant-store-kit/fetch'

const store = 'https://api.plants.example/v1/'
const mock = createMock({ basePath: '/v1' })
const originalFetch = globalThis.fetch

/** Each story is a session of the mock, so stories on the same page can have different scenarios. */
function createFetch(session: string, scenario = 'normal'): typeof fetch {
  mock.scenario(scenario, { session })
  return async (input, init) => {
    const request = new Request(input, init)
    if (!request.url.startsWith(store)) return originalFetch(request)
    request.headers.set('X-Plant-Store-Session', session)
    return mock.fetch(request)
  }
}

export default {
  // For components that take a fetch: `render: (args, { loaded }) => shelf(loaded.fetch)`.
  loaders: [({ id, parameters }) => ({ fetch: createFetch(id, parameters.plantStore?.scenario) })],
  // For components that use the global fetch. If a documentation page shows several stories, the last one wins.
  beforeEach: ({ id, parameters }) => {
    globalThis.fetch = createFetch(id, parameters.plantStore?.scenario)
    return () => {
      globalThis.fetch = originalFetch
    }
  },
} satisfies Preview
