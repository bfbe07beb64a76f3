import createClient from 'openapi-fetch'
import type { FetchMock } from 'plant-store-kit/fetch'
import type { ApiError, Plant, paths } from 'plant-store-kit/types'

export type { Plant }

/** What a page shows of an error. */
export function describe({ error, message }: ApiError): string {
  return `${error.toFixed()} ${message.trim()}`
}

/** A client of the API, as a user of the types would write it. */
export async function firstPlants(baseUrl: string, token: string, limit?: number) {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } })
  const query = limit === undefined ? {} : { limit }
  const { data, error } = await client.GET('/plants', { params: { query } })
  return { data, error }
}

/** Scenarios and settings by name, of the kit and of a project. */
export function change({ scenario, settings, responses }: FetchMock): void {
  scenario('empty')
  scenario('a-scenario-of-ours')
  scenario(null, { session: 'alice' })
  responses(['flaky', 503, [{ name: 'Aloe vera' }]])
  settings({ scenario: 'flaky', message: null, delay: 2000, status: 503 })
  responses([{ status: 503, delay: 100, headers: { 'Retry-After': '5' } }, { scenario: 'slow' }])
  // @ts-expect-error: a typo
  settings({ fixDelay: 3 })
  // @ts-expect-error: not a number
  settings({ delay: 'long' })
}

/** Each marked line must fail to compile. */
export async function mistaken(baseUrl: string): Promise<void> {
  const client = createClient<paths>({ baseUrl })
  // @ts-expect-error: there is only one path
  await client.GET('/plant')
  // @ts-expect-error: it supports only GET
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
