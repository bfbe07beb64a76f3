import createClient from 'openapi-fetch'
import type { components, paths } from 'plant-store-kit/types'

export type Plant = components['schemas']['Plant']

/** A client of the service as a user of the types writes it. */
export async function firstPlants(baseUrl: string, token: string, limit?: number) {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } })
  const query = limit === undefined ? {} : { limit }
  const { data, error } = await client.GET('/plants', { params: { query } })
  return { data, error }
}

/** What does not compile, and would be a mistake if it did. */
export async function mistaken(baseUrl: string): Promise<void> {
  const client = createClient<paths>({ baseUrl })
  // @ts-expect-error: there is one path
  await client.GET('/plant')
  // @ts-expect-error: and it can only be read
  await client.POST('/plants')
  // @ts-expect-error: a limit is a number
  const { data, error } = await client.GET('/plants', { params: { query: { limit: 'two' } } })
  // @ts-expect-error: a plant has no price
  data?.map(({ price }) => price)
  // @ts-expect-error: an error has no code
  error?.code.toFixed()
  // @ts-expect-error: a tag may be missing
  data?.map(({ tag }) => tag.length)
  // @ts-expect-error: a plant has a name
  const nameless: Plant = { tag: 'fern' }
  console.log(nameless)
}
