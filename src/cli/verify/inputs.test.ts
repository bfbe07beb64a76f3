import { expect, test } from 'vitest'
import { resolutionText } from '../../harness/http/resolution.ts'
import { toResolution } from './inputs.ts'

test.for([
  ['plants.example.com:80:127.0.0.1', { host: 'plants.example.com', port: 80, address: '127.0.0.1' }],
  ['plants.example.com:443:[::1]', { host: 'plants.example.com', port: 443, address: '::1' }],
] as const)('reads %s and writes it back', ([text, resolution]) => {
  expect(toResolution(text)).toEqual(resolution)
  expect(resolutionText(resolution)).toBe(text)
})

test('accepts an IPv6 address without brackets', () => {
  expect(toResolution('plants:80:::1').address).toBe('::1')
})

test.for(['plants.example.com', 'plants:80', 'plants:80:elsewhere', 'plants:65536:::1', ':80:::1', '-'])(
  'rejects %s, which is not host:port:address',
  (text) => {
    expect(() => toResolution(text)).toThrow('expected host:port:address')
  },
)
