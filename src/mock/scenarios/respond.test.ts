import { expect, test } from 'vitest'
import { readContract } from '../../contract/readContract.ts'
import { type CoreOptions, createCore } from '../core.ts'
import { readBuiltIn } from '../fixtures/readBuiltIn.testing.ts'
import type { Settings } from './respond.ts'

const contract = readContract()
const data = readBuiltIn()

/** A mock with its own clock, and functions that send requests to it. */
function start(settings: Partial<Settings> = {}, options: CoreOptions = {}) {
  const clock = { now: 1_000_000 }
  const core = createCore(data, { settings, now: () => clock.now, ...options })
  const ask = (target = '/plants', headers: Record<string, string> = {}, token = 'token-alice') => {
    const reply = core.answer({
      method: 'GET',
      target,
      headers: { ...(token !== '' && { authorization: `Bearer ${token}` }), ...headers },
    })
    const fields: Record<string, string> = {}
    for (let index = 0; index < reply.headers.length; index += 2)
      fields[(reply.headers[index] as string).toLowerCase()] = reply.headers[index + 1] as string
    const { status, delay, dribble, fault, body } = reply
    return { status, delay, dribble, fault, fields, json: JSON.parse(new TextDecoder().decode(body)) }
  }
  const prefer = (text: string, token?: string) => ask('/plants', { prefer: text }, token)
  return { core, clock, ask, prefer }
}

test('without preferences a response is immediate and complete, and its rule is fixtures', () => {
  const { status, delay, dribble, fault, fields } = start().ask()
  expect({ status, delay, dribble, fault }).toEqual({ status: 200, delay: 0 })
  expect(fields['x-plant-store-rule']).toBe('fixtures')
  expect(fields).not.toHaveProperty('preference-applied')
})

test.each([400, 401, 403, 404, 405, 429, 500, 503, 599])(
  'code=%i returns this status with an Error as in the contract',
  (code) => {
    const { status, json, fields } = start().prefer(`code=${code}`)
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

test('code=200 returns the usual response in every scenario', () => {
  const { prefer } = start({ scenario: 'unavailable' })
  expect(prefer('code=200').status).toBe(200)
  expect(prefer('code=200', '').status).toBe(401)
  expect(prefer('delay=1').status).toBe(503)
})

test('returns an example of the contract by its name', () => {
  const { ask, prefer } = start()
  expect(prefer('example=plants').json).toEqual(
    data.contract.examples.find((e) => e.name === 'plants')?.value,
  )
  expect(prefer('example=none').json).toEqual([])
  expect(prefer('example=error')).toMatchObject({ status: 400, json: { error: 400 } })
  expect(prefer('code=400, example=error').status).toBe(400)
  expect(prefer('code=200, example=error')).toMatchObject({
    status: 400,
    json: { message: expect.stringContaining('example: expected one of') },
  })
  // An example is a list of plants like any other: it needs a token and respects the limit.
  expect(ask('/plants?limit=1&__example=plants').json).toHaveLength(1)
  expect(prefer('example=plants', '').status).toBe(401)
})

test('a request can choose scenario, user, delay and fault together, in any letter case', () => {
  const { ask, prefer } = start()
  expect(prefer('scenario=empty').json).toEqual([])
  expect(prefer('user=bob', '').json).toHaveLength(4)
  expect(prefer('delay=300').delay).toBe(300)
  expect(prefer('fault=EMPTY_RESPONSE;rate=1').fault).toBe('EMPTY_RESPONSE')
  expect(prefer('dribble=4:800').dribble).toEqual({ numberOfChunks: 4, totalDuration: 800 })
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
  expect(ask('/plants?__scenario=one&__delay=20&__fault=TRUNCATED_BODY;rate=1')).toMatchObject({
    delay: 20,
    fault: 'TRUNCATED_BODY',
  })
})

test('ignores preferences in the query if there is a Prefer header', () => {
  expect(start().ask('/plants?__code=500', { prefer: 'delay=10' })).toMatchObject({ status: 200, delay: 10 })
  expect(start().ask('/plants?__code=500', { prefer: '' }).status).toBe(200)
})

test.each([
  'code=42',
  'code=204',
  'code=',
  'delay=soon',
  'delay=400-100',
  'delay=700000',
  'dribble=0:5',
  'fault=BANG',
  'rate=2',
  'example=nothing',
  'scenario=nowhere',
  'user=unknown',
])('rejects the preference %s with an Error that says what was expected', (text) => {
  const [name = ''] = text.split('=')
  for (const { status, json, fields } of [start().prefer(text), start().ask(`/plants?__${text}`)]) {
    expect(status).toBe(400)
    expect(contract.error.validate(json)).toEqual([])
    expect(json.message).toContain(`${name}: expected `)
    expect(fields['x-plant-store-rule']).toBe('bad-preference')
  }
})

test('ignores unknown preferences and lists them', () => {
  const { status, fields } = start().prefer('respond-async, dynamic=true, delay=5')
  expect(status).toBe(200)
  expect(fields['x-plant-store-ignored']).toBe('respond-async, dynamic')
  expect(fields['preference-applied']).toBe('delay=5')
})

test('preferences do not change responses outside the operation', () => {
  const { ask, core } = start({ scenario: 'connection-reset' })
  expect(ask('/nowhere?__code=500')).toMatchObject({ status: 404, fault: undefined })
  const preflight = { origin: 'http://a.test', 'access-control-request-method': 'GET', prefer: 'code=500' }
  expect(core.answer({ method: 'OPTIONS', target: '/plants', headers: preflight }).status).toBe(204)
})

test('failRequestCount is counted per session', () => {
  const { ask } = start({ scenario: 'flaky' })
  const statuses = (headers = {}, token?: string) =>
    [1, 2, 3, 4].map(() => ask('/plants', headers, token).status)
  expect(statuses()).toEqual([503, 503, 200, 200])
  expect(statuses({}, 'token-bob')).toEqual([503, 503, 200, 200])
  expect(statuses({ 'x-plant-store-session': 'worker-1' })).toEqual([503, 503, 200, 200])
  expect([1, 2, 3].map(() => ask('/plants?__session=worker-2').status)).toEqual([503, 503, 200])
  expect(statuses()).toEqual([200, 200, 200, 200])
})

test('a scenario can be chosen for one session, and choosing it resets its counters', () => {
  const { core, ask } = start()
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

test('succeedFirst lets requests succeed before they fail', () => {
  const { ask } = start({ succeedFirst: 2, code: 500 })
  expect([1, 2, 3, 4].map(() => ask().status)).toEqual([200, 200, 500, 500])
  const counted = start({ failRequestCount: 1 })
  expect([counted.ask().status, counted.ask().status]).toEqual([503, 200])
})

test('a used-up quota returns 429 with the seconds to wait until its window is over', () => {
  const { ask, clock } = start({ quotaLimit: 2, quotaWindowMillis: 4000 })
  expect([ask().status, ask().status]).toEqual([200, 200])
  clock.now += 1500
  const { status, fields, json } = ask()
  expect(status).toBe(429)
  expect(fields['retry-after']).toBe('3')
  expect(contract.error.validate(json)).toEqual([])
  expect(ask('/plants', {}, 'token-bob').status).toBe(200)
  clock.now += 2500
  expect(ask().status).toBe(200)
})

test('a rate fails a fraction of the requests, the same ones for the same seed', () => {
  const run = (seed: number, session = 's') => {
    const { ask } = start({ fault: 'CONNECTION_RESET_BY_PEER', rate: 0.2, seed })
    return Array.from(
      { length: 500 },
      () => ask('/plants', { 'x-plant-store-session': session }).fault !== undefined,
    )
  }
  const failed = run(1)
  expect(failed.filter(Boolean).length / 500).toBeCloseTo(0.2, 1)
  expect(run(1)).toEqual(failed)
  expect(run(2)).not.toEqual(failed)
  expect(run(1, 't')).not.toEqual(failed)
})

test('settings override the scenario, and a request overrides the settings', () => {
  const { core, prefer, ask } = start({ scenario: 'slow' })
  core.settings({ fixedDelay: 5, code: 500 })
  expect(ask()).toMatchObject({ delay: 5, status: 500, fields: { 'x-plant-store-rule': 'settings' } })
  expect(prefer('delay=1, code=200')).toMatchObject({ delay: 1, status: 200 })
  core.settings({ fixedDelay: null, code: null })
  expect(ask()).toMatchObject({ delay: 2000, status: 200 })
})

test('a request that asks for a failure gets it, regardless of the scenario’s counters', () => {
  const { prefer, ask } = start({ scenario: 'flaky' })
  expect([1, 2, 3, 4].map(() => prefer('code=418').status)).toEqual([418, 418, 418, 418])
  expect(ask().status).toBe(200)
})

test('a scenario with other plants changes nothing else', () => {
  const { ask } = start({ scenario: 'many' })
  expect(ask().json).toHaveLength(10_000)
  expect(ask('/plants?limit=3').json).toHaveLength(3)
  expect(ask('/plants', {}, 'token-empty').json).toEqual([])
  expect(ask().fields['x-plant-store-rule']).toBe('scenario many')
})

test('Preference-Applied lists only preferences that had an effect', () => {
  const { prefer, ask } = start()
  const applied = (text: string, token?: string) => prefer(text, token).fields['preference-applied']
  expect(applied('example=none', '')).toBeUndefined()
  expect(applied('example=none, scenario=unavailable')).toBe('scenario=unavailable')
  expect(applied('code=503, rate=0')).toBe('rate=0')
  expect(applied('code=200')).toBe('code=200')
  expect(applied('fault=EMPTY_RESPONSE;rate=0')).toBe('rate=0')
  expect(ask('/plants?limit=x', { prefer: 'example=plants' }).fields).not.toHaveProperty('preference-applied')
})

test('a typo in the name of a preference gets a hint', () => {
  const { fields } = start().ask('/plants?__scenaro=empty')
  expect(fields['x-plant-store-hint']).toBe('unknown preference "scenaro"; did you mean scenario?')
  const many = start().ask(`/plants?${Array.from({ length: 3000 }, (_, index) => `__x${index}`).join('&')}`)
  expect(many.fields['x-plant-store-ignored']?.length).toBeLessThan(1000)
})

test('returns to normal, with an event, if the current scenario is gone after a reload', () => {
  const own = { name: 'own', title: 'Own', verdict: 'conformant' as const, plants: [], effects: {} }
  const core = createCore({ ...data, scenarios: [own] }, { settings: { scenario: 'own' } })
  const events: unknown[] = []
  core.on((event) => events.push(event))
  core.replace({ ...data, scenarios: [] }, ['own.yaml'])
  expect(core.scenarios().scenario).toBe('normal')
  expect(events).toContainEqual({ type: 'scenario', scenario: 'normal' })
  expect(core.settings({ fixedDelay: 5 })).toMatchObject({ scenario: 'normal', fixedDelay: 5 })
})
