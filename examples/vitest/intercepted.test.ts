import { setupServer } from 'msw/node'
import { createMock } from 'plant-store-kit/fetch'
import { handlers } from 'plant-store-kit/msw'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shelf } from './shelf.ts'

// There is no server: MSW intercepts the requests to the usual address.
const store = 'https://api.plants.example/v1'
const mock = createMock({ basePath: '/v1' })
const server = setupServer(...handlers({ mock, baseUrl: store }))

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => mock.reset())
afterAll(() => server.close())

test('lists the plants of another user', async () => {
  expect(await shelf(store, { token: 'token-bob', limit: 1 })).toBe('Dionaea muscipula')
})

test('shows an empty shelf', async () => {
  mock.scenario('empty')
  expect(await shelf(store, { token: 'token-alice' })).toBe('An empty shelf')
})

test('shows a broken connection', async () => {
  mock.settings({ fault: 'EMPTY_RESPONSE' })
  expect(await shelf(store, { token: 'token-alice' })).toBe('The store cannot be reached')
})

test('shows the first error of a flaky store', async () => {
  mock.scenario('flaky')
  expect(await shelf(store, { token: 'token-alice' })).toBe('No plants: not yet; try again')
  expect(mock.requests()).toMatchObject([{ status: 503, session: 'alice' }])
})
