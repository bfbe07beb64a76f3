import type { Preview } from '@storybook/html-vite'
import { createMock } from 'plant-store-kit/fetch'

const store = 'https://api.plants.example/v1/'
const mock = createMock({ basePath: '/v1' })
const usualFetch = globalThis.fetch

/** Each story is a session of the mock: where several stand on one page, each has its own scenario. */
function fetchOf(session: string, scenario = 'normal'): typeof fetch {
  mock.scenario(scenario, { session })
  return async (input, init) => {
    const request = new Request(input, init)
    if (!request.url.startsWith(store)) return usualFetch(request)
    request.headers.set('X-Plant-Store-Session', session)
    return mock.fetch(request)
  }
}

export default {
  // For components that are given their fetch: `render: (args, { loaded }) => shelf(loaded.fetch)`.
  loaders: [({ id, parameters }) => ({ fetch: fetchOf(id, parameters.plantStore?.scenario) })],
  // For components that use the global one. Of several stories on a documentation page the last one's holds.
  beforeEach: ({ id, parameters }) => {
    globalThis.fetch = fetchOf(id, parameters.plantStore?.scenario)
    return () => {
      globalThis.fetch = usualFetch
    }
  },
} satisfies Preview
