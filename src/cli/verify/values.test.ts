import { expect, test } from 'vitest'
import { resolutionText } from '../../harness/http/resolution.ts'
import { toResolution } from './values.ts'

test.for([
  ['plants.example.com:80:127.0.0.1', { host: 'plants.example.com', port: 80, address: '127.0.0.1' }],
  ['plants.example.com:443:[::1]', { host: 'plants.example.com', port: 443, address: '::1' }],
] as const)('%s is where a host is, and can be written again', ([text, resolution]) => {
  expect(toResolution(text)).toEqual(resolution)
  expect(resolutionText(resolution)).toBe(text)
})

test('an IPv6 address needs no brackets', () => {
  expect(toResolution('plants:80:::1').address).toBe('::1')
})

test.for(['plants.example.com', 'plants:80', 'plants:80:elsewhere', 'plants:65536:::1', ':80:::1', '-'])(
  '%s does not say where a host is',
  (text) => {
    expect(() => toResolution(text)).toThrow('expected host:port:address')
  },
)
