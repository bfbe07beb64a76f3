import { expect, test } from 'vitest'
import { didYouMean } from './didYouMean.ts'

const ids = ['limit-honoured', 'limit-off-by-one', 'limit-ignored', 'auth-token-checked', 'EMPTY_RESPONSE']

test.each([
  ['limit-ignord', 'did you mean limit-ignored? '],
  ['EMPTY_RESPNSE', 'did you mean EMPTY_RESPONSE? '],
  ['ignored-limit', 'did you mean limit-ignored, limit-honoured, limit-off-by-one? '],
  ['token', 'did you mean auth-token-checked? '],
  ['nope', ''],
  ['', ''],
])('%s', (given, hint) => {
  expect(didYouMean(given, ids)).toBe(hint)
})
