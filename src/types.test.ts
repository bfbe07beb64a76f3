import createClient from 'openapi-fetch'
import type { FetchMock } from 'plant-store-kit/fetch'
import type { ApiError, Plant, paths } from 'plant-store-kit/types'
import { expect, test } from 'vitest'
import { createMock } from './mock/hosts/createMock.ts'
import { startTestMock } from './mock/mock.testing.ts'

// The type checker rejects this file if a line after a `@ts-expect-error` comment compiles, or if another line does not compile.

test('a client that uses the types reads plants and errors from the mock', async () => {
  const { url } = await startTestMock()
  const client = createClient<paths>({ baseUrl: url, headers: { Authorization: 'Bearer token-alice' } })
  const { data } = await client.GET('/plants', { params: { query: { limit: 2 } } })
  expect(data?.map(({ name }) => name)).toEqual(['Monstera deliciosa', 'Ginkgo biloba'])
  // @ts-expect-error: a limit is a number
  const wrong = await client.GET('/plants', { params: { query: { limit: 'two' } } })
  const error: ApiError | undefined = wrong.error
  expect(error).toEqual({ error: 400, message: expect.stringContaining('two') })
  // @ts-expect-error: there is only one path
  expect((await client.GET('/plant')).response.status).toBe(404)
  // @ts-expect-error: the path supports only GET
  expect((await client.POST('/plants')).response.status).toBe(405)
  // @ts-expect-error: a plant has no price
  data?.map(({ price }) => price)
  // @ts-expect-error: an error has no code
  error?.code
  // @ts-expect-error: a tag may be missing
  wrong.data?.map(({ tag }) => tag.length)
  // @ts-expect-error: a plant has a name
  const nameless: Plant = { tag: 'fern' }
  expect(nameless).not.toHaveProperty('name')
})

test('the types accept scenarios of a project and settings of the kit, and refuse misspelt settings', () => {
  const scenarios = [{ name: 'a-scenario-of-ours' }]
  const { scenario, settings, responses }: FetchMock = createMock({ scenarios })
  scenario('a-scenario-of-ours')
  scenario(null, { session: 'alice' })
  responses(['flaky', 503, [{ name: 'Aloe vera' }]])
  settings({ scenario: 'flaky', message: null, delay: 2000, status: 503 })
  responses([{ status: 503, delay: 100, headers: { 'Retry-After': '5' } }, { scenario: 'slow' }])
  // @ts-expect-error: a typo
  expect(() => settings({ fixDelay: 3 })).toThrow('fixDelay')
  // @ts-expect-error: not a number
  expect(() => settings({ delay: 'long' })).toThrow('delay')
})
