import { expect, test } from 'vitest'
import { didYouMean } from './suggest.ts'

const ids = ['limit-honoured', 'limit-off-by-one', 'limit-ignored', 'auth-token-checked', 'EMPTY_RESPONSE']

test.each([
  ['LIMIT-IGNORED', 'did you mean limit-ignored?'],
  ['limit-ignord', 'did you mean limit-ignored?'],
  ['limit', 'did you mean limit-honoured, limit-off-by-one or limit-ignored?'],
  ['', ''],
])('"%s" gets the suggestion "%s"', (name, hint) => {
  expect(didYouMean(name, ids, 3)).toBe(hint)
})

test('prefers a name in another case, then a longer or shorter name, a typo, and a name that contains it', () => {
  expect(didYouMean('Port', ['sort', 'port-range', 'port'], 3)).toBe('did you mean port, port-range or sort?')
  expect(didYouMean('fixDelay', ['delay', 'fixedDelay'], 2)).toBe('did you mean fixedDelay or delay?')
})

test.each([
  ['/Plants', '/plants', true],
  ['/palnts', '/plants', true],
  ['dealy', 'delay', true],
  ['/', '/plants', false],
  ['x'.repeat(100_000), '/plants', false],
])('%s may mean %s: %s', (name, meant, isSimilar) => {
  expect(didYouMean(name, [meant]) !== '').toBe(isSimilar)
})
