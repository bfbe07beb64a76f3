import { expect, test } from 'vitest'
import { testExchange } from './exchange.testing.ts'
import { createMasker, listSecrets } from './mask.ts'

test('masks a secret anywhere, the longer one first', () => {
  const mask = createMasker(['secret-token', 'secret-token-2', ''])
  expect(mask('xsecret-token-2y secret-token')).toBe('x***y ***')
})

test('a secret may contain characters that are special in a pattern', () => {
  expect(createMasker(['a+b/c==.$^(x)'])('Bearer a+b/c==.$^(x)!')).toBe('Bearer ***!')
})

test('masks a short secret only where it stands alone', () => {
  expect(createMasker(['any'])('Bearer any: many plants, any-thing')).toBe(
    'Bearer ***: many plants, any-thing',
  )
})

test('masks the beginning of a secret where an excerpt ends', () => {
  const mask = createMasker(['secret-token-4711'])
  expect(mask('got "secret-token" at 7')).toBe('got "***" at 7')
  expect(mask('… secret-tok… (410 bytes)')).toBe('… ***… (410 bytes)')
  expect(mask('ends with secret-t')).toBe('ends with ***')
  expect(mask('a secret-token for all')).toBe('a secret-token for all')
})

test('the secrets of a run are the tokens, what is made from them, and secret headers', () => {
  const header = (value: string, shell: string) => ({ name: 'Authorization', value, shell })
  const half = header('Bearer token-al', 'Bearer half of it')
  const garbage = header('Bearer random-token', 'Bearer random-token')
  const exchange = testExchange({
    probe: { credential: { kind: 'bad', label: 'two tokens', fields: [half, garbage] } },
  })
  const headers = [['X-Api-Key', 'key-1'] as const, ['X-Trace', 'on'] as const]
  expect(listSecrets([exchange], { token: 'token-alice', headers })).toEqual([
    'token-alice',
    'token-al',
    'key-1',
  ])
})
