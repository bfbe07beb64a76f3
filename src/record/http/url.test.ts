import { expect, test } from 'vitest'
import { joinUrl, probeUrl } from './url.ts'

test.for([
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010/plants'],
  ['http://127.0.0.1:4010/', 'http://127.0.0.1:4010/plants'],
  ['https://api.example/v1//', 'https://api.example/v1/plants'],
  ['HTTP://Example.com/a%2Fb', 'http://example.com/a%2Fb/plants'],
  ['http://[::1]:80/v1#top', 'http://[::1]/v1/plants'],
  ['http://h/v1?', 'http://h/v1/plants'],
] as const)('the operation of %s is at %s', ([base, operation]) => {
  expect(joinUrl(base, '/plants')).toBe(operation)
})

test('a probe may replace the last segment of the path, or add a query', () => {
  expect(probeUrl('http://h/v1/plants', { path: '//plants' })).toBe('http://h/v1//plants')
  expect(probeUrl('http://h/v1/plants', { query: 'limit=1' })).toBe('http://h/v1/plants?limit=1')
  expect(probeUrl('http://h/all?a=/b/', { query: 'limit=1' })).toBe('http://h/all?a=/b/&limit=1')
  expect(probeUrl('http://h/all?a=/b/', { path: '/ALL' })).toBe('http://h/ALL?a=/b/')
})
