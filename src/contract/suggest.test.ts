import { expect, test } from 'vitest'
import { didYouMean, isTypo, suggest } from './suggest.ts'

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

test('prefers a name in another case, then one that begins alike, one with a typo, and one with the name in it', () => {
  expect(suggest('Port', ['sort', 'port-range', 'port'])).toEqual(['port', 'port-range', 'sort'])
  expect(suggest('fixDelay', ['delay', 'fixedDelay'])).toEqual(['fixedDelay', 'delay'])
})

test.each([
  ['/plant', '/plants'],
  ['/Plants', '/plants'],
  ['/plants/', '/plants'],
  ['/v1/plants', '/plants'],
  ['/plants', '/v1/plants'],
  ['/palnts', '/plants'],
  ['prot', 'port'],
  ['limt', 'limit'],
  ['dealy', 'delay'],
])('%s is a typo of %s', (name, meant) => {
  expect(isTypo(name, meant)).toBe(true)
})

test.each([
  ['/', '/plants'],
  ['/users', '/plants'],
  ['page', 'limit'],
  ['host', 'port2'],
  ['code', 'rate'],
  ['code', 'body'],
  ['x'.repeat(100_000), '/plants'],
])('%s is not a typo of %s', (name, meant) => {
  expect(isTypo(name, meant)).toBe(false)
  expect(suggest(name, [meant])).toEqual([])
})
