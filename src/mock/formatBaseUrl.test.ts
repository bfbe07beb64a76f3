import { expect, test } from 'vitest'
import { formatBaseUrl } from './formatBaseUrl.ts'

test.each([
  ['127.0.0.1', '', 'http://127.0.0.1:4010'],
  ['localhost', '/v1', 'http://localhost:4010/v1'],
  ['::1', '', 'http://[::1]:4010'],
  ['0.0.0.0', '', 'http://127.0.0.1:4010'],
  ['::', '', 'http://[::1]:4010'],
])('the URL of a mock on host %s with base path "%s" is %s', (host, basePath, url) => {
  expect(formatBaseUrl('http', host, 4010, basePath)).toBe(url)
})
