import { describe, expect, onTestFinished, test as plainTest, vi } from 'vitest'
import { createMock } from '../hosts/createMock.ts'
import { alice } from '../mock.testing.ts'
import { type TestMock, test } from './vitest.ts'

const urls = new Set<string>()

describe.concurrent('concurrent tests on one server', () => {
  test.for([
    ['empty', 'scenario empty'],
    ['one', 'scenario one'],
    ['unavailable', 'scenario unavailable'],
    ['normal', 'fixtures'],
  ] as const)('have their own scenario: %s', async ([scenario, rule], { mock }) => {
    urls.add(mock.url)
    await mock.scenario(scenario)
    const first = await mock.fetch('/plants', { headers: alice })
    const second = await mock.fetch(new Request(`${mock.url}/plants`), { headers: alice })
    const third = await fetch(`${mock.url}/plants`, { headers: { ...alice, ...mock.headers } })
    for (const { headers } of [first, second, third]) expect(headers.get('x-plant-store-rule')).toBe(rule)
    const requests = await mock.requests()
    expect(requests.map((request) => request.scenario)).toEqual([scenario, scenario, scenario])
    expect(requests[0]?.session).toBe(mock.session)
  })
})

test('a file starts only one server', ({ plantStoreServer }) => {
  expect([...urls]).toEqual([plantStoreServer.url])
})

test("serves a test's plants only to this test", async ({ mock }) => {
  const ask = async (path = '/plants') => (await mock.fetch(path, { headers: alice })).json()
  await mock.plants([{ name: 'Aloe vera' }, { name: 'Rosa', tag: 'shrub' }])
  expect(await ask('/plants?limit=1')).toEqual([{ name: 'Aloe vera' }])
  const elsewhere = await fetch(`${mock.url}/plants`, { headers: alice })
  expect(await elsewhere.json()).toHaveLength(30)
  await mock.plants(null)
  await mock.responses(['empty'])
  expect(await ask()).toEqual([])
  await mock.settings({ status: 429, delay: 1 })
  await mock.settings(null)
  expect(await ask()).toHaveLength(30)
  await expect(mock.plants([{ name: 5 } as never])).rejects.toThrow(
    'plants[0].name: expected a string, got the number 5',
  )
})

test('code that calls a replaced global fetch reaches the mock, with any path prefix', async ({ mock }) => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('fetch', mock.fetch)
  const page = 'http://localhost:3000/shop'
  vi.stubGlobal('location', new URL(page))
  await mock.scenario('one')
  for (const input of [
    '/api/plants?limit=1',
    new URL('/api/v1/plants', page),
    new Request(new URL('/plants', page)),
  ]) {
    const response = await fetch(input, { headers: alice })
    expect(await response.json()).toHaveLength(1)
  }
  expect(await mock.requests()).toMatchObject([
    { url: '/plants', session: mock.session },
    { url: '/api/v1/plants' },
    { url: '/api/plants?limit=1' },
  ])
})

test('toHaveReceived waits for a later request', async ({ mock }) => {
  setTimeout(() => void mock.fetch('/plants?limit=7', { headers: alice }), 100)
  await expect(mock).not.toHaveReceived({ limit: 7 })
  await expect(mock).toHaveReceived({ limit: 7 })
})

test.fails.for<(mock: TestMock) => unknown>([
  (mock) => expect(mock).not.toHaveReceived(),
  (mock) => mock.scenario('empty'),
])('a test that does not await %s fails', (call, { mock }) => void call(mock))

test('a failing toHaveReceived rejects in time, even with fake timers', async ({ mock }) => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers()
  await expect(expect(mock).toHaveReceived()).rejects.toThrow('does your code use')
})

plainTest('toHaveReceived tells which requests a mock in this process received', async () => {
  const mock = createMock()
  expect(mock).not.toHaveReceived()
  await mock.fetch('/plants?limit=5&x=1', { headers: alice })
  await mock.fetch('/plants', { method: 'DELETE' })
  expect(mock).toHaveReceived()
  expect(mock).toHaveReceived({ limit: 5 })
  expect(mock).toHaveReceived({ limit: '5', x: 1 })
  expect(mock).toHaveReceived({}, { status: 405, method: 'DELETE' })
  await mock.fetch('/api/plants')
  expect(mock).toHaveReceived({}, { path: '/plants', status: 401 })
  expect(mock).not.toHaveReceived({ limit: 5 }, { status: 405 })
  expect(() => expect(mock).toHaveReceived({ limit: 6 }, { session: 'alice' })).toThrow(
    'expected that the mock received a request with session=alice and limit=6; it received\n  GET /api/plants (401, no-token)\n  DELETE /plants (405, method)\n  GET /plants?limit=5&x=1 (200, fixtures)',
  )
  expect(() => expect(mock).not.toHaveReceived({ limit: 5 })).toThrow(
    'did not receive a request with limit=5',
  )
  expect(() => expect(undefined).toHaveReceived()).toThrow('expected a mock, got undefined')
})
