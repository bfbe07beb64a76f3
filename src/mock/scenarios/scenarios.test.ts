import { expect, test } from 'vitest'
import { createCore } from '../core.ts'
import { builtInData, contract, createTestCore } from '../mock.testing.ts'
import type { Override } from './override.ts'
import { NORMAL, previewScenario } from './scenario.ts'

test('the mock counts requests per session, and choosing a scenario restarts the count', () => {
  const { ask, core } = createTestCore({ scenario: 'flaky' })
  const statuses = (headers = {}, token?: string) =>
    [1, 2, 3, 4].map(() => ask('/plants', headers, token).status)
  expect(statuses()).toEqual([503, 503, 200, 200])
  expect(statuses({}, 'token-bob')).toEqual([503, 503, 200, 200])
  expect(statuses({ 'x-plant-store-session': 'worker-1' })).toEqual([503, 503, 200, 200])
  expect([1, 2, 3].map(() => ask('/plants?__session=worker-2').status)).toEqual([503, 503, 200])
  expect(statuses()).toEqual([200, 200, 200, 200])
  core.scenario('flaky')
  expect(statuses()).toEqual([503, 503, 200, 200])
})

test('forgets the oldest sessions when the plants of all sessions take too much memory', () => {
  const { ask, core } = createTestCore()
  const plants = [{ name: 'x'.repeat(4_000_000) }]
  for (let index = 0; index < 20; index++) core.plants(plants, { session: `worker-${index}` })
  expect(ask('/plants?__session=worker-19').json).toHaveLength(1)
  expect(ask('/plants?__session=worker-4').json).toHaveLength(1)
  expect(ask('/plants?__session=worker-3').json).toHaveLength(30)
})

test('a reload adds scenarios, and sessions keep their counters', () => {
  const { ask, core } = createTestCore({ scenario: 'flaky' })
  expect([ask().status, ask().status]).toEqual([503, 503])
  const two = { name: 'two', title: 'Two', plants: [{ name: 'a' }, { name: 'b' }] }
  core.replace({ ...builtInData, scenarios: [...builtInData.scenarios, two] }, ['scenarios.yaml'])
  expect(ask().status).toBe(200)
  core.scenario('two')
  expect(ask().json).toEqual(two.plants)
})

test('returns to the scenario `normal`, with an event, if a reload removes the current scenario', () => {
  const own = { name: 'own', title: 'Own', plants: [] }
  const core = createCore({ ...builtInData, scenarios: [own] }, { settings: { scenario: 'own' } })
  const events: unknown[] = []
  core.on((event) => events.push(event))
  core.replace({ ...builtInData, scenarios: [] }, ['own.yaml'])
  expect(core.scenarios().scenario).toBe('normal')
  expect(events).toContainEqual({ type: 'scenario', scenario: 'normal' })
  expect(core.settings({ delay: 5 })).toMatchObject({ scenario: 'normal', delay: 5 })
})

test.each([400, 401, 403, 404, 405, 429, 500, 503, 599])(
  'code=%i returns this status with an Error as in the contract',
  (code) => {
    const { status, json, fields } = createTestCore().prefer(`code=${code}`)
    expect(status).toBe(code)
    expect(contract.error.validate(json)).toEqual([])
    expect(json.error).toBe(code)
    expect(fields['preference-applied']).toBe(`code=${code}`)
    expect(fields['x-plant-store-rule']).toBe('prefer code')
    expect(fields['www-authenticate'] !== undefined).toBe(code === 401)
    expect(fields.allow !== undefined).toBe(code === 405)
    expect(fields['retry-after'] !== undefined).toBe(code === 429 || code === 503)
  },
)

test('code=200 returns the usual response in a scenario that fails', () => {
  const { prefer } = createTestCore({ scenario: 'unavailable' })
  expect(prefer('code=200').status).toBe(200)
  expect(prefer('code=200', '').status).toBe(401)
  expect(prefer('delay=1').status).toBe(503)
})

test('preferences choose a scenario, a user, a delay and a fault, with names in any letter case', () => {
  const { ask, prefer } = createTestCore()
  expect(prefer('scenario=empty').json).toEqual([])
  expect(prefer('user=bob', '').json).toHaveLength(4)
  expect(prefer('delay=300').delay).toBe(300)
  expect(prefer('fault=EMPTY_RESPONSE;delay=1').fault).toBe('EMPTY_RESPONSE')
  for (const text of [
    'Scenario=one; Delay="20";',
    ' scenario = one ,delay=20',
    'scenario=one;delay=20, scenario=empty',
  ]) {
    const { json, delay, fields } = prefer(text)
    expect(json).toHaveLength(1)
    expect(delay).toBe(20)
    expect(fields['preference-applied']).toBe('scenario=one, delay=20')
  }
  expect(ask('/plants?__scenario=one&__delay=20&__fault=TRUNCATED_BODY')).toMatchObject({
    delay: 20,
    fault: 'TRUNCATED_BODY',
  })
})

const wrong = 'code=42 code=204 code= delay=soon delay=700000 fault=BANG scenario=nowhere user=unknown'

test.each(wrong.split(' '))('rejects the preference %s with an Error that says what was expected', (text) => {
  const [name = ''] = text.split('=')
  const { ask, prefer } = createTestCore()
  for (const { status, json, fields } of [prefer(text), ask(`/plants?__${text}`)]) {
    expect(status).toBe(400)
    expect(contract.error.validate(json)).toEqual([])
    expect(json.message).toContain(`${name}: expected `)
    expect(fields['x-plant-store-rule']).toBe('bad-preference')
  }
})

test('a misspelt name in Prefer gets a hint, and a misspelt name in the query gets a 400', () => {
  const { ask, prefer } = createTestCore()
  const problem = 'unknown preference "scenaro"; did you mean scenario?'
  expect(prefer('scenaro=empty')).toMatchObject({ status: 200, fields: { 'x-plant-store-hint': problem } })
  expect(ask('/plants?__scenaro=empty')).toMatchObject({ status: 400, json: { message: problem } })
  // Other programs have parameters whose names contain a preference's name.
  expect(ask('/plants?__clerk_status=verified').status).toBe(200)
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
