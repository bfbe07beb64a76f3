import { expect, test } from 'vitest'
import { readBuiltIn } from '../fixtures/readBuiltIn.testing.ts'
import { parseDelay } from './delay.ts'
import type { Effects } from './effects.ts'
import { groupScenario, previewScenario, sortByGroup } from './previewScenario.ts'
import { NORMAL } from './scenario.ts'

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
      "data many: 200 with 10,000 generated plants",
      "data normal: 200",
      "data one: 200 with 1 plant",
      "data untagged: 200 with 5 plants",
      "errors bad-gateway: 502 with HTML",
      "errors bad-request: 400",
      "errors flaky: 503, 503, 200",
      "errors forbidden: 403",
      "errors login-page: 200 with HTML",
      "errors rate-limited: 5 × 200 in 10 s, then 429",
      "errors server-error: 500",
      "errors too-many-requests: 429",
      "errors unauthorized: 401",
      "errors unavailable: 503",
      "network connection-reset: connection reset",
      "network empty-response: no response",
      "network malformed-chunk: broken chunk",
      "network random-data: random bytes",
      "network truncated: half a body",
      "network unreliable: connection reset for 20 %",
      "speed dribble: 200 in 8 pieces over 2 s",
      "speed slow: 200 after 2 s",
      "speed sluggish: 200 after about 300 ms",
    ]
  `)
})

test.each<[Effects, string]>([
  [{ failRequestCount: 12 }, '12 × 503, 200'],
  [{ succeedFirst: 2, code: 500 }, '200, 200, 500'],
  [{ succeedFirst: 1, failRequestCount: 1, fault: 'EMPTY_RESPONSE' }, '200, no response, 200'],
  [{ code: 500, rate: 0.25 }, '500 for 25 %'],
  [{ code: 503, body: '' }, '503 without a body'],
  [{ code: 400, contentType: 'application/problem+json' }, '400 with application/problem+json'],
  [
    { fixedDelay: 50, delayDistribution: { type: 'uniform', lower: 10, upper: 20 } },
    '200 after 50 ms + 10–20 ms',
  ],
  [{ ...parseDelay('1500') }, '200 after 1.5 s'],
])('previews %j as %s', (effects, preview) => {
  expect(previewScenario({ ...NORMAL, effects })).toBe(preview)
})

test('sorts scenarios by group: data, speed, errors, network, and within a group as they were', () => {
  const scenario = (name: string, effects: Effects) => ({ ...NORMAL, name, effects })
  const all = [
    scenario('reset', { fault: 'CONNECTION_RESET_BY_PEER' }),
    scenario('page', { body: '' }),
    scenario('error', { code: 500 }),
    scenario('slow', { fixedDelay: 5 }),
    NORMAL,
  ]
  expect(sortByGroup(all).map(({ name }) => name)).toEqual(['normal', 'slow', 'page', 'error', 'reset'])
})
