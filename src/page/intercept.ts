import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest/web'
import type { FetchMock } from '../mock/hosts/createMock.ts'

/** The state that all copies of this module in a page share: a function that finds the mock for requests to a URL. */
type Interception = { find: (url: URL) => Pick<FetchMock, 'fetch'> | undefined }

const KEY = Symbol.for('plant-store-kit.intercept')

/**
 * Replaces the page's `fetch` and `XMLHttpRequest`, once. Call this function before clients load, because clients may store `fetch` when
 * they load. `find` may be replaced later.
 */
export function intercept(): Interception {
  const scope: typeof globalThis & { [KEY]?: Interception } = globalThis
  scope[KEY] ??= install()
  return scope[KEY]
}

function install(): Interception {
  const interception: Interception = { find: () => undefined }
  const usual = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : input
    const base = globalThis.document?.baseURI
    const mock = URL.canParse(url, base) ? interception.find(new URL(url, base)) : undefined
    return mock ? mock.fetch(input, init) : usual.call(globalThis, input, init)
  }
  // Component tests may run in Node.js, which has no XMLHttpRequest.
  if ('XMLHttpRequest' in globalThis) {
    const requests = new XMLHttpRequestInterceptor()
    requests.apply()
    requests.on('request', async ({ request, controller }) => {
      const mock = interception.find(new URL(request.url))
      try {
        if (mock) controller.respondWith(await mock.fetch(request))
      } catch (error) {
        // The mock's `fetch` has rejected, so let the request fail, too.
        controller.errorWith(error)
      }
    })
  }
  return interception
}
