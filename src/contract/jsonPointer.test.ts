import { expect, test } from 'vitest'
import { valueAt } from './jsonPointer.ts'

test('a pointer finds members whose names have slashes and tildes, and elements', () => {
  expect(valueAt({ 'a/b': { '~c': [1, 2] } }, '/a~1b/~0c/1')).toBe(2)
  expect(valueAt({ a: 1 }, '/a/b')).toBe(undefined)
})
