import type { Plant } from 'plant-store-kit/types'

type Options = { token: string; limit: number | undefined; signal: AbortSignal }

/** Requests plants. Rejects with an Error whose message the page can show. */
export async function requestPlants({ token, limit, signal }: Options): Promise<Plant[]> {
  const query = limit === undefined ? '' : `?limit=${limit}`
  // The mock in Vite's server answers under any prefix. In production, `/api` is the path of your service.
  const response = await fetch(`/api/plants${query}`, {
    headers: { Authorization: `Bearer ${token}` },
    signal,
  })
  if (response.status === 429)
    throw new Error(`too many requests, wait ${response.headers.get('Retry-After') ?? 60} s`)
  // An error page from a proxy, or a login page, is not JSON.
  const answer = await response.json().catch(() => undefined)
  if (response.ok && Array.isArray(answer)) return answer
  throw new Error(answer?.message ?? `the store answered ${response.status}`)
}
