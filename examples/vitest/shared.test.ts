import { test } from 'plant-store-kit/vitest'
import { describe, expect } from 'vitest'
import { shelf } from './shelf.ts'

// One server for all files, and a session for each test, so concurrent tests can have different scenarios.
describe.concurrent('a shelf', () => {
  const token = 'token-alice'

  test('lists plants', async ({ mock }) => {
    expect(await shelf(mock.url, { token, limit: 2, fetch: mock.fetch })).toBe(
      'Monstera deliciosa, Ginkgo biloba',
    )
  })

  test('shows an empty shelf', async ({ mock }) => {
    await mock.scenario('empty')
    expect(await shelf(mock.url, { token, fetch: mock.fetch })).toBe('An empty shelf')
  })

  test('shows the error message', async ({ mock }) => {
    await mock.scenario('bad-request')
    expect(await shelf(mock.url, { token, fetch: mock.fetch })).toMatch(/^No plants: limit must be/)
  })

  test('shows a broken connection', async ({ mock }) => {
    await mock.scenario('connection-reset')
    expect(await shelf(mock.url, { token, fetch: mock.fetch })).toBe('The store cannot be reached')
  })

  test('sends one request, with the limit', async ({ mock }) => {
    await shelf(mock.url, { token, limit: 5, fetch: mock.fetch })
    expect(await mock.requests()).toMatchObject([{ method: 'GET', url: '/plants?limit=5', status: 200 }])
  })
})
