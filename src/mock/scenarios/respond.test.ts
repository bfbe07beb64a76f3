import { expect, test } from 'vitest'
import { createCore } from '../core.ts'
import { createTestCore, data } from './start.testing.ts'

test('without preferences a response is immediate and complete, and its rule is fixtures', () => {
  const { status, delay, fault, fields } = createTestCore().ask()
  expect({ status, delay, fault }).toEqual({ status: 200, delay: 0 })
  expect(fields['x-plant-store-rule']).toBe('fixtures')
  expect(fields).not.toHaveProperty('preference-applied')
})

test('a count is per session', () => {
  const { ask } = createTestCore({ scenario: 'flaky' })
  const statuses = (headers = {}, token?: string) =>
    [1, 2, 3, 4].map(() => ask('/plants', headers, token).status)
  expect(statuses()).toEqual([503, 503, 200, 200])
  expect(statuses({}, 'token-bob')).toEqual([503, 503, 200, 200])
  expect(statuses({ 'x-plant-store-session': 'worker-1' })).toEqual([503, 503, 200, 200])
  expect([1, 2, 3].map(() => ask('/plants?__session=worker-2').status)).toEqual([503, 503, 200])
  expect(statuses()).toEqual([200, 200, 200, 200])
})

test('a scenario can be chosen for one session, and choosing it resets its counters', () => {
  const { core, ask } = createTestCore()
  const of = (session: string) => ask('/plants', { 'x-plant-store-session': session })
  core.scenario('empty', { session: 'a' })
  expect(of('a').json).toEqual([])
  expect(of('b').json).toHaveLength(30)
  expect(core.scenarios()).toMatchObject({ scenario: 'normal', sessions: { a: 'empty' } })
  core.scenario('flaky')
  expect([of('b'), of('b'), of('b')].map(({ status }) => status)).toEqual([503, 503, 200])
  core.scenario('flaky')
  expect(of('b').status).toBe(503)
  expect(() => core.scenario('nowhere')).toThrow(RangeError)
  core.reset()
  expect(of('a').json).toHaveLength(30)
})

test('a count alone means 503', () => {
  const counted = createTestCore({ count: 1 })
  expect([counted.ask().status, counted.ask().status]).toEqual([503, 200])
})

test('settings override the scenario, and a request overrides the settings', () => {
  const { core, prefer, ask } = createTestCore({ scenario: 'slow' })
  core.settings({ delay: 5, status: 500 })
  expect(ask()).toMatchObject({ delay: 5, status: 500, fields: { 'x-plant-store-rule': 'settings' } })
  expect(prefer('delay=1, code=200')).toMatchObject({ delay: 1, status: 200 })
  core.settings({ delay: null, status: null })
  expect(ask()).toMatchObject({ delay: 2000, status: 200 })
})

test('a request that asks for a failure gets it, regardless of the scenario’s counters', () => {
  const { prefer, ask } = createTestCore({ scenario: 'flaky' })
  expect([1, 2, 3, 4].map(() => prefer('code=418').status)).toEqual([418, 418, 418, 418])
  expect(ask().status).toBe(200)
})

test('a scenario with other plants changes nothing else', () => {
  const { ask } = createTestCore({ scenario: 'many' })
  expect(ask().json).toHaveLength(10_000)
  expect(ask('/plants?limit=3').json).toHaveLength(3)
  expect(ask('/plants', {}, 'token-empty').json).toEqual([])
  expect(ask().fields['x-plant-store-rule']).toBe('scenario many')
})

test('returns to normal, with an event, if the current scenario is gone after a reload', () => {
  const own = { name: 'own', title: 'Own', plants: [] }
  const core = createCore({ ...data, scenarios: [own] }, { settings: { scenario: 'own' } })
  const events: unknown[] = []
  core.on((event) => events.push(event))
  core.replace({ ...data, scenarios: [] }, ['own.yaml'])
  expect(core.scenarios().scenario).toBe('normal')
  expect(events).toContainEqual({ type: 'scenario', scenario: 'normal' })
  expect(core.settings({ delay: 5 })).toMatchObject({ scenario: 'normal', delay: 5 })
})
