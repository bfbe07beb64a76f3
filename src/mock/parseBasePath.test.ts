import { expect, test } from 'vitest'
import { parseBasePath } from './parseBasePath.ts'

test.each([
  ['/', ''],
  ['', ''],
  ['/v1', '/v1'],
  ['v1', '/v1'],
  ['/v1/', '/v1'],
  ['/api/v1', '/api/v1'],
  ['/caf%c3%a9', '/caf%C3%A9'],
  ['*', '*'],
  ['/*', '*'],
])('the base path "%s" becomes "%s"', (text, expected) => {
  expect(parseBasePath(text)).toBe(expected)
})

test.each(['//', '/a//b', '/a?b', '/a#b', '/a b', '/..', '/a/./b', '/café', '/%zz', 'http://x/v1'])(
  'rejects the base path "%s"',
  (text) => {
    expect(() => parseBasePath(text)).toThrow(/expected a percent-encoded path such as \/v1/)
  },
)
