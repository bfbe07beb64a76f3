import { expect, test } from 'vitest'
import { didYouMean } from './suggest.ts'

const ids = ['limit-honoured', 'limit-off-by-one', 'limit-ignored', 'auth-token-checked', 'EMPTY_RESPONSE']

test.each([
  ['limit-off', 'did you mean limit-off-by-one?'],
  ['off-by-one', 'did you mean limit-off-by-one?'],
  ['LIMIT-IGNORED', 'did you mean limit-ignored?'],
  ['limit-ignord', 'did you mean limit-ignored?'],
  ['EMPTY_RESPNSE', 'did you mean EMPTY_RESPONSE?'],
  ['limit', 'did you mean limit-honoured, limit-off-by-one or limit-ignored?'],
  ['token', 'did you mean auth-token-checked?'],
  ['nope', ''],
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
  ['/plants/', '/plants', true],
  ['/v1/plants', '/plants', true],
  ['/palnts', '/plants', true],
  ['dealy', 'delay', true],
  ['/', '/plants', false],
  ['/users', '/plants', false],
  ['host', 'port2', false],
  ['prot', 'port', true],
  ['code', 'rate', false],
  ['code', 'body', false],
  ['x'.repeat(100_000), '/plants', false],
])('%s may mean %s: %s', (name, meant, isSimilar) => {
  expect(didYouMean(name, [meant]) !== '').toBe(isSimilar)
})
