import { expect, test } from 'vitest'
import { readBuiltIn } from '../fixtures/readBuiltIn.testing.ts'
import type { Override } from './override.ts'
import { groupScenario, NORMAL, previewScenario, sortByGroup } from './scenario.ts'

test('previews and groups every built-in scenario', async () => {
  const { scenarios } = await readBuiltIn()
  const all = [NORMAL, ...scenarios].map(
    (each) => `${groupScenario(each)} ${each.name}: ${previewScenario(each)}`,
  )
  expect(all.toSorted()).toMatchInlineSnapshot(`
    [
      "data empty: 200 with []",
      "data foreign: 200 with 14 plants",
      "data hostile: 200 with 17 plants",
      "data many: 200 with 10,000 plants",
      "data normal: 200",
      "data one: 200 with 1 plant",
      "data untagged: 200 with 5 plants",
      "errors bad-gateway: 502 with HTML",
      "errors bad-request: 400",
      "errors flaky: 503, 503, 200",
      "errors forbidden: 403",
      "errors login-page: 200 with HTML",
      "errors server-error: 500",
      "errors too-many-requests: 429",
      "errors unauthorized: 401",
      "errors unavailable: 503",
      "network connection-reset: connection reset",
      "network empty-response: no response",
      "network truncated: half a body",
      "speed slow: 200 after 2 s",
    ]
  `)
})

test.each<[Omit<Override, 'scenario'>, string]>([
  [{ count: 12 }, '12 × 503, 200'],
  [{ count: 1, fault: 'EMPTY_RESPONSE' }, 'no response, 200'],
  [{ status: 503, body: '' }, '503 without a body'],
  [{ status: 409, body: { error: 409 } }, '409 with other JSON'],
  [
    { status: 400, headers: { 'content-type': 'application/problem+json' } },
    '400 with application/problem+json',
  ],
  [{ delay: 20 }, '200 after 20 ms'],
  [{ delay: 1500 }, '200 after 1.5 s'],
])('previews %j as %s', (override, preview) => {
  expect(previewScenario({ ...NORMAL, ...override })).toBe(preview)
})

test('sorts scenarios by group: data, speed, errors, network, and within a group as they were', () => {
  const scenario = (name: string, override: Omit<Override, 'scenario'>) => ({ ...NORMAL, ...override, name })
  const all = [
    scenario('reset', { fault: 'CONNECTION_RESET_BY_PEER' }),
    scenario('page', { body: '' }),
    scenario('error', { status: 500 }),
    scenario('slow', { delay: 5 }),
    NORMAL,
  ]
  expect(sortByGroup(all).map(({ name }) => name)).toEqual(['normal', 'slow', 'page', 'error', 'reset'])
})
