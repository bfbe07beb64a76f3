import { expect, test } from 'vitest'
import { formatBaseUrl, parseBasePath } from './basePath.ts'

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

test.each([
  ['127.0.0.1', '', 'http://127.0.0.1:4010'],
  ['localhost', '/v1', 'http://localhost:4010/v1'],
  ['::1', '', 'http://[::1]:4010'],
  ['0.0.0.0', '', 'http://127.0.0.1:4010'],
  ['::', '', 'http://[::1]:4010'],
])('the URL of a mock on host %s with base path "%s" is %s', (host, basePath, url) => {
  expect(formatBaseUrl('http', host, 4010, basePath)).toBe(url)
})
