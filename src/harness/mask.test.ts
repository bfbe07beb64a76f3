import { expect, test } from 'vitest'
import { masker } from './mask.ts'

test('a secret is taken out wherever it stands, the longer one first', () => {
  const mask = masker(['secret-token', 'secret-token-2', undefined, ''])
  expect(mask('xsecret-token-2y secret-token')).toBe('x***y ***')
})

test('signs that mean something to a pattern are only signs', () => {
  expect(masker(['a+b/c==.$^(x)'])('Bearer a+b/c==.$^(x)!')).toBe('Bearer ***!')
})

test('a short secret is taken out where it stands alone, and words that hold it stay', () => {
  expect(masker(['any'])('Bearer any: many plants, any-thing')).toBe('Bearer ***: many plants, any-thing')
})
