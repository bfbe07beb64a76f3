import { expect, test } from 'vitest'
import { toClientHeaders, toUpstreamHeaders } from './headers.ts'

test('a request over HTTP/2 is forwarded without its pseudo-headers', () => {
  const headers = {
    ':method': 'GET',
    ':path': '/plants',
    ':authority': 'localhost',
    accept: '*/*',
    via: '1.1 a',
  }
  expect(toUpstreamHeaders(headers, 'staging.example', '1.1 b')).toEqual({
    accept: '*/*',
    host: 'staging.example',
    via: '1.1 a, 1.1 b',
  })
})

test('a response keeps repeated headers, their order and their case', () => {
  const raw = [
    'Set-Cookie',
    'a=1',
    'X-A',
    '1',
    'set-cookie',
    'b=2',
    'Content-Length',
    '9',
    'Connection',
    'x-a',
    'Trailer',
    'z',
  ]
  expect(toClientHeaders(raw, 2)).toEqual(['Set-Cookie', 'a=1', 'set-cookie', 'b=2', 'Content-Length', '2'])
  expect(toClientHeaders(raw, undefined)).toEqual(['Set-Cookie', 'a=1', 'set-cookie', 'b=2'])
})
