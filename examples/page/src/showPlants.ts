import createClient from 'openapi-fetch'
import type { paths } from 'plant-store-kit/types'

// Replace this token with the token from your login. In development, use one of the mock's tokens. The mock also knows token-bob (other
// plants) and token-empty (no plants).
const token = localStorage.getItem('token') ?? (import.meta.env.DEV ? 'token-alice' : '')

type Options = { baseUrl: string; headers?: Record<string, string> }

/** Shows a user's plants in an element, and shows them again when the user chooses another number of plants. */
export async function showPlants(place: HTMLElement, { baseUrl, headers = {} }: Options): Promise<void> {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}`, ...headers } })
  const limit = document.createElement('select')
  const status = document.createElement('p')
  const list = document.createElement('ul')
  limit.append(new Option('all', ''), new Option('5'))
  limit.ariaLabel = 'Number of plants'
  status.setAttribute('role', 'status')
  place.replaceChildren(limit, status, list)

  let current = new AbortController()
  const load = async (): Promise<void> => {
    // A slow response to an earlier choice must not replace the response to this choice.
    current.abort()
    current = new AbortController()
    const { signal } = current
    status.textContent = 'Loading…'
    list.replaceChildren()
    try {
      const query = limit.value === '' ? {} : { limit: Number(limit.value) }
      const { data, error, response } = await client.GET('/plants', { params: { query }, signal })
      if (!data) {
        const wait = response.headers.get('Retry-After') ?? 60
        const problem = response.status === 429 ? `too many requests, wait ${wait} s` : error?.message
        // An error from a proxy is not an Error from the contract.
        status.textContent = `Sorry: ${problem ?? `the store answered ${response.status}`}`
        return
      }
      status.textContent = data.length === 0 ? 'No plants yet' : `${data.length} plants`
      for (const { name } of data)
        list.append(Object.assign(document.createElement('li'), { textContent: name }))
    } catch (error) {
      if (signal.aborted) return
      // For example, the response may be a login page, which is not JSON.
      status.textContent =
        error instanceof SyntaxError ? 'Sorry: that was no list' : 'The store cannot be reached'
    }
  }
  limit.addEventListener('change', load)
  await load()
}
