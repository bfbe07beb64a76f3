import { expect, test } from 'vitest'
import { maskHeaders, maskTarget } from './journal.ts'

test.each([
  'token',
  'access_token',
  'api_key',
  'apikey',
  'API-Key',
  'access-key',
  'jwt',
  'bearer',
  'pwd',
  'user_pass',
  'sid',
  'connect.sid',
  'session-id',
  'PHPSESSID',
  't%6Fken',
  'tok%65n%FF',
  'tok%65n%zz',
])('masks the value of %s in a query', (name) => {
  expect(maskTarget(`/plants?limit=2&${name}=s3cret&tag=fern`)).toBe(`/plants?limit=2&${name}=***&tag=fern`)
})

test.each(['limit', '__session', '__user', 'side', 'compass', 'passenger', 'key', 'inside'])(
  'shows the value of %s',
  (name) => {
    expect(maskTarget(`/plants?${name}=worker-1`)).toBe(`/plants?${name}=worker-1`)
  },
)

test('masks all of a part with semicolons, which separate pairs or are part of a value, if any of it is secret', () => {
  expect(maskTarget('/plants?limit=2;token=s3cret;tag=fern&a=b')).toBe('/plants?limit=***&a=b')
  expect(maskTarget('/plants?token=s3;cret&limit=2;more')).toBe('/plants?token=***&limit=2;more')
})

test('masks in spite of a malformed escape elsewhere', () => {
  expect(maskTarget('/plants?a=%zz&%=1&token=s3cret')).toBe('/plants?a=%zz&%=1&token=***')
})

test('keeps the scheme of credentials if it is a known one', () => {
  const shown = (value: string, name = 'authorization') => maskHeaders({ [name]: value })[name]
  expect(shown('Bearer s3cret')).toBe('Bearer ***')
  expect(shown('basic czNjcmV0')).toBe('basic ***')
  expect(shown('Digest username="a"', 'Proxy-Authorization')).toBe('Digest ***')
  expect(shown('s3cret and more')).toBe('***')
  expect(shown('s3cret')).toBe('***')
  expect(shown('Bearer s3cret', 'x-auth')).toBe('***')
  expect(shown('s3cret b=c; d=e', 'cookie')).toBe('***')
})

test('masks the query of a referrer, and shows a session of the mock', () => {
  const fields = {
    referer: 'https://app.example.com/?token=s3cret&page=2',
    'x-plant-store-session': 'worker-1',
    'x-api-key': 's3cret',
    accept: 'application/json',
  }
  expect(maskHeaders(fields)).toEqual({
    referer: 'https://app.example.com/?token=***&page=2',
    'x-plant-store-session': 'worker-1',
    'x-api-key': '***',
    accept: 'application/json',
  })
})

test('masks a long query in less than 200 ms', () => {
  const began = performance.now()
  maskTarget(`/plants?${'a;'.repeat(50_000)}${'b'.repeat(100_000)}`)
  expect(performance.now() - began).toBeLessThan(200)
})
