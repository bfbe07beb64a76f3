import { expect, test } from 'vitest'
import { createMasker } from './mask.ts'

test('a secret is taken out wherever it stands, the longer one first', () => {
  const mask = createMasker(['secret-token', 'secret-token-2', ''])
  expect(mask('xsecret-token-2y secret-token')).toBe('x***y ***')
})

test('signs that mean something to a pattern are only signs', () => {
  expect(createMasker(['a+b/c==.$^(x)'])('Bearer a+b/c==.$^(x)!')).toBe('Bearer ***!')
})

test('a short secret is taken out where it stands alone, and words that hold it stay', () => {
  expect(createMasker(['any'])('Bearer any: many plants, any-thing')).toBe(
    'Bearer ***: many plants, any-thing',
  )
})
