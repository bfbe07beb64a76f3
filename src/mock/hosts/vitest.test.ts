import { describe, expect } from 'vitest'
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

test('a file starts only one server', ({ plantStoreUrl }) => {
  expect([...urls]).toEqual([plantStoreUrl])
})

test('rejects an unknown scenario with the names of all scenarios', async ({ mock }) => {
  await expect(mock.scenario('none-such')).rejects.toThrow(/scenario: expected one of normal, .*empty/)
})
