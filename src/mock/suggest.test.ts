import { expect, test } from 'vitest'
import { isNearMiss, suggest } from './suggest.ts'

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
])('%s is a near miss of %s', (given, meant) => {
  expect(isNearMiss(given, meant)).toBe(true)
})

test.each([
  ['/', '/plants'],
  ['/users', '/plants'],
  ['page', 'limit'],
  ['host', 'port2'],
  ['code', 'rate'],
  ['x'.repeat(100_000), '/plants'],
])('%s is none of %s', (given, meant) => {
  expect(isNearMiss(given, meant)).toBe(false)
})

test('the name that was meant is found among many', () => {
  expect(suggest('emty', ['normal', 'one', 'empty'])).toBe('empty')
  expect(suggest('something', ['normal', 'one', 'empty'])).toBeUndefined()
})
