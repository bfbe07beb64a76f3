import { expect, test } from 'vitest'
import { contract, createTestCore } from './start.testing.ts'

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

test('a request can choose scenario, user, delay and fault together, in any letter case', () => {
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
  'delay=700000',
  'fault=BANG',
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

test('ignores unknown preferences', () => {
  const { status, fields } = createTestCore().prefer('respond-async, dynamic=true, delay=5')
  expect(status).toBe(200)
  expect(fields['preference-applied']).toBe('delay=5')
})

test('preferences do not change responses outside the operation', () => {
  const { ask, core } = createTestCore({ scenario: 'connection-reset' })
  expect(ask('/nowhere?__code=500')).toMatchObject({ status: 404, fault: undefined })
  const preflight = { origin: 'http://a.test', 'access-control-request-method': 'GET', prefer: 'code=500' }
  expect(core.answer({ method: 'OPTIONS', target: '/plants', headers: preflight }).status).toBe(204)
})

test('a typo in the name of a preference gets a hint', () => {
  const { fields } = createTestCore().ask('/plants?__scenaro=empty')
  expect(fields['x-plant-store-hint']).toBe('unknown preference "scenaro"; did you mean scenario?')
})
