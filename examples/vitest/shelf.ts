import createClient from 'openapi-fetch'
import type { paths } from 'plant-store-kit/types'

type Options = { token: string; limit?: number; fetch?: typeof fetch }

/** The code under test: describes the plants in one line, or what went wrong. */
export async function shelf(baseUrl: string, { token, limit, ...options }: Options): Promise<string> {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` }, ...options })
  const query = limit === undefined ? {} : { limit }
  try {
    const { data, error } = await client.GET('/plants', { params: { query } })
    if (error) return `No plants: ${error.message}`
    return data.length === 0 ? 'An empty shelf' : data.map(({ name }) => name).join(', ')
  } catch {
    return 'The store cannot be reached'
  }
}
