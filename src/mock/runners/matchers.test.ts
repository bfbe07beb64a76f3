import { expect, test as plainTest } from 'vitest'
import { createMock } from '../hosts/createMock.ts'
import { describeState } from './matchers.ts'
import { test } from './vitest.ts'

const authorization = 'Bearer token-alice'

plainTest('tells which requests a mock in this process received', async () => {
  const mock = createMock()
  expect(mock).not.toHaveReceived()
  await mock.fetch('/plants?limit=5&x=1', { headers: { authorization } })
  await mock.fetch('/plants', { method: 'DELETE' })
  expect(mock).toHaveReceived()
  expect(mock).toHaveReceived({ limit: 5 })
  expect(mock).toHaveReceived({ limit: '5', x: 1 })
  expect(mock).toHaveReceived({}, { status: 405, method: 'DELETE' })
  expect(mock).not.toHaveReceived({ limit: 5 }, { status: 405 })
  expect(() => expect(mock).toHaveReceived({ limit: 6 }, { session: 'alice' })).toThrow(
    'expected that the mock received a request with session=alice and limit=6; it received\n  DELETE /plants (405, method)\n  GET /plants?limit=5&x=1 (200, fixtures)',
  )
  expect(() => expect(mock).toHaveReceived({ limit: 5 }, { status: 503 })).toThrow('(200, fixtures)')
  expect(() => expect(mock).not.toHaveReceived({ limit: 5 })).toThrow(
    'did not receive a request with limit=5',
  )
  expect(() => expect(createMock()).toHaveReceived()).toThrow('received a request; it received none')
  expect(() => expect(undefined).toHaveReceived()).toThrow('expected a mock, got undefined')
})

test('tells which requests of this test a server received', async ({ mock }) => {
  await mock.fetch('/plants?limit=5', { headers: { authorization } })
  await expect(mock).toHaveReceived({ limit: 5 })
  await expect(mock).toHaveReceived({}, { status: 200 })
  await expect(mock).not.toHaveReceived({ limit: 6 })
  await expect(expect(mock).toHaveReceived({ limit: 6 })).rejects.toThrow(
    'GET /plants?limit=5 (200, fixtures)',
  )
})

plainTest('describes what a mock serves and was asked', async () => {
  const mock = createMock({ settings: { scenario: 'empty' } })
  expect(describeState(mock)).toBe('scenario empty\nno requests\n')
  mock.settings({ delay: 5 })
  await mock.fetch('/plants?limit=5', { headers: { authorization } })
  await mock.fetch('/plants', { signal: AbortSignal.timeout(1) }).catch(() => {})
  expect(describeState(mock).replaceAll(/\d+:\d+:\d+\.\d+/g, 'TIME')).toBe(
    'scenario empty, settings {"delay":5}\nTIME  GET /plants?limit=5 (200, scenario empty)\nTIME  GET /plants (401, no-token, client left)\n',
  )
})
