import { expect, test } from 'vitest'
import { contract, createTestCore, data } from './start.testing.ts'

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

test('code=200 returns the usual response in every scenario', () => {
  const { prefer } = createTestCore({ scenario: 'unavailable' })
  expect(prefer('code=200').status).toBe(200)
  expect(prefer('code=200', '').status).toBe(401)
  expect(prefer('delay=1').status).toBe(503)
})

test('returns an example of the contract by its name', () => {
  const { ask, prefer } = createTestCore()
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
  const { ask, prefer } = createTestCore()
  expect(prefer('scenario=empty').json).toEqual([])
  expect(prefer('user=bob', '').json).toHaveLength(4)
  expect(prefer('delay=300').delay).toBe(300)
  expect(prefer('fault=EMPTY_RESPONSE;rate=1').fault).toBe('EMPTY_RESPONSE')
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
  expect(createTestCore().ask('/plants?__code=500', { prefer: 'delay=10' })).toMatchObject({
    status: 200,
    delay: 10,
  })
  expect(createTestCore().ask('/plants?__code=500', { prefer: '' }).status).toBe(200)
})

test.each([
  'code=42',
  'code=204',
  'code=',
  'delay=soon',
  'delay=400-100',
  'delay=700000',
  'fault=BANG',
  'rate=2',
  'example=nothing',
  'scenario=nowhere',
  'user=unknown',
])('rejects the preference %s with an Error that says what was expected', (text) => {
  const [name = ''] = text.split('=')
  for (const { status, json, fields } of [
    createTestCore().prefer(text),
    createTestCore().ask(`/plants?__${text}`),
  ]) {
    expect(status).toBe(400)
    expect(contract.error.validate(json)).toEqual([])
    expect(json.message).toContain(`${name}: expected `)
    expect(fields['x-plant-store-rule']).toBe('bad-preference')
  }
})

test('ignores unknown preferences and lists them', () => {
  const { status, fields } = createTestCore().prefer('respond-async, dynamic=true, delay=5')
  expect(status).toBe(200)
  expect(fields['x-plant-store-ignored']).toBe('respond-async, dynamic')
  expect(fields['preference-applied']).toBe('delay=5')
})

test('preferences do not change responses outside the operation', () => {
  const { ask, core } = createTestCore({ scenario: 'connection-reset' })
  expect(ask('/nowhere?__code=500')).toMatchObject({ status: 404, fault: undefined })
  const preflight = { origin: 'http://a.test', 'access-control-request-method': 'GET', prefer: 'code=500' }
  expect(core.answer({ method: 'OPTIONS', target: '/plants', headers: preflight }).status).toBe(204)
})

test('Preference-Applied lists only preferences that had an effect', () => {
  const { prefer, ask } = createTestCore()
  const applied = (text: string, token?: string) => prefer(text, token).fields['preference-applied']
  expect(applied('example=none', '')).toBeUndefined()
  expect(applied('example=none, scenario=unavailable')).toBe('scenario=unavailable')
  expect(applied('code=503, rate=0')).toBe('rate=0')
  expect(applied('code=200')).toBe('code=200')
  expect(applied('fault=EMPTY_RESPONSE;rate=0')).toBe('rate=0')
  expect(ask('/plants?limit=x', { prefer: 'example=plants' }).fields).not.toHaveProperty('preference-applied')
})

test('a typo in the name of a preference gets a hint', () => {
  const { fields } = createTestCore().ask('/plants?__scenaro=empty')
  expect(fields['x-plant-store-hint']).toBe('unknown preference "scenaro"; did you mean scenario?')
  const many = createTestCore().ask(
    `/plants?${Array.from({ length: 3000 }, (_, index) => `__x${index}`).join('&')}`,
  )
  expect(many.fields['x-plant-store-ignored']?.length).toBeLessThan(1000)
})
