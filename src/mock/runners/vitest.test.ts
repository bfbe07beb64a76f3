import { describe, expect, onTestFinished, vi } from 'vitest'
import { test } from './vitest.ts'

// There is no global setup here, so this file has its own server.
const alice = { Authorization: 'Bearer token-alice' }
const urls = new Set<string>()

describe.concurrent('concurrent tests on one server', () => {
  test.for(['empty', 'one', 'unavailable', 'normal'])(
    'have their own scenario: %s',
    async (scenario, { mock }) => {
      urls.add(mock.url)
      await mock.scenario(scenario)
      const first = await mock.fetch('/plants', { headers: alice })
      const second = await mock.fetch(new Request(`${mock.url}/plants`), { headers: alice })
      const third = await fetch(`${mock.url}/plants`, { headers: { ...alice, ...mock.headers } })
      for (const { headers } of [first, second, third])
        expect(headers.get('x-plant-store-rule')).toBe(rules[scenario])
      const requests = await mock.requests()
      expect(requests.map((request) => request.scenario)).toEqual([scenario, scenario, scenario])
      expect(requests[0]?.session).toBe(mock.session)
    },
  )
})

const rules: Readonly<Record<string, string>> = {
  empty: 'scenario empty',
  one: 'scenario one',
  unavailable: 'scenario unavailable',
  normal: 'fixtures',
}

test('a file starts only one server', ({ plantStoreServer }) => {
  expect([...urls]).toEqual([plantStoreServer.url])
})

test('rejects an unknown scenario with the names of all scenarios', async ({ mock }) => {
  await expect(mock.scenario('none-such')).rejects.toThrow(/scenario: got .* Expected one of normal, .*empty/)
})

test('serves the plants that a test gives, to this test alone', async ({ mock }) => {
  const ask = async (path = '/plants'): Promise<unknown> =>
    (await mock.fetch(path, { headers: alice })).json()
  await mock.plants([{ name: 'Aloe vera' }, { name: 'Rosa', tag: 'shrub' }])
  expect(await ask('/plants?limit=1')).toEqual([{ name: 'Aloe vera' }])
  const elsewhere = await fetch(`${mock.url}/plants`, { headers: alice })
  expect(await elsewhere.json()).toHaveLength(30)
  await mock.plants(null)
  expect(await ask()).toHaveLength(30)
  await expect(mock.plants([{ name: 5 } as never])).rejects.toThrow(
    'plants[0].name: expected a string, got the number 5',
  )
})

test('answers with the sequence of responses that a test gives', async ({ mock }) => {
  await mock.responses(['empty', 503, [{ name: 'Iris' }]])
  const seen: unknown[] = []
  for (let count = 0; count < 4; count++) {
    const response = await mock.fetch('/plants?limit=2', { headers: alice })
    seen.push([response.status, ((await response.json()) as unknown[]).length])
  }
  expect(seen).toEqual([
    [200, 0],
    [503, undefined],
    [200, 1],
    [200, 2],
  ])
  await expect(mock.responses(['none-such'])).rejects.toThrow(/responses\[0\]: got .* Expected one of normal/)
})

test('requests can be filtered', async ({ mock }) => {
  const headers = { authorization: 'Bearer token-alice' }
  await mock.fetch('/plants', { headers })
  await mock.fetch('/plants')
  await mock.fetch('/plant', { method: 'POST' })
  const count = async (filter: Parameters<typeof mock.requests>[0]) => (await mock.requests(filter)).length
  expect(await count({})).toBe(3)
  expect(await count({ status: 401 })).toBe(1)
  expect(await count({ path: '/plants' })).toBe(2)
  expect(await count({ method: 'POST', status: 404 })).toBe(1)
  await expect(mock.requests({ status: 1 })).rejects.toThrow('status: expected an HTTP status')
})

test('code that calls the global fetch reaches the mock, below any prefix', async ({ mock }) => {
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

test('a test can have settings of its own', async ({ mock }) => {
  const status = async (headers = {}): Promise<number> =>
    (await fetch(`${mock.url}/plants`, { headers: { ...alice, ...headers } })).status
  await mock.settings({ status: 503 })
  expect([await status(mock.headers), await status()]).toEqual([503, 200])
  await mock.settings({ status: null })
  expect(await status(mock.headers)).toBe(200)
  await expect(mock.settings({ delay: 'long' as never })).rejects.toThrow('delay: expected')
})

test('a 429 has Retry-After, however a test asks for it', async ({ mock }) => {
  const ask = async (headers = {}): Promise<unknown> => {
    const response = await mock.fetch('/plants', { headers: { ...alice, ...headers } })
    return [response.status, response.headers.get('retry-after')]
  }
  await mock.responses([429])
  expect(await ask()).toEqual([429, '1'])
  expect(await ask({ Prefer: 'code=429' })).toEqual([429, '1'])
  await mock.scenario('too-many-requests')
  expect(await ask()).toEqual([429, '1'])
  await mock.scenario('normal')
  await mock.settings({ status: 429 })
  expect(await ask()).toEqual([429, '1'])
})

test('toHaveReceived waits for a request that is still to come', async ({ mock }) => {
  setTimeout(() => void mock.fetch('/plants?limit=7', { headers: alice }), 100)
  await expect(mock).not.toHaveReceived({ limit: 7 })
  await expect(mock).toHaveReceived({ limit: 7 })
})
