import { expect, test } from 'vitest'
import { readBearerToken } from './bearer.ts'

test.each([
  ['Bearer token-alice', 'token-alice'],
  ['bearer token-alice', 'token-alice'],
  ['BEARER token-alice', 'token-alice'],
  ['Bearer  two-spaces', 'two-spaces'],
  ['Bearer a+b/c~d.e_f-g==', 'a+b/c~d.e_f-g=='],
])('reads the token of "%s"', (header, token) => {
  expect(readBearerToken(header)).toEqual({ token })
})

test.each(['Bearer', 'Bearer ', 'Bearer a b', 'Bearer a, Bearer b', 'Bearer a=b', 'Bearer "a"', 'Bearer ä'])(
  '"%s" has a malformed token',
  (header) => {
    expect(readBearerToken(header)).toBe('malformed')
  },
)

test.each([undefined, '', 'token-alice', 'Basic Zm9vOmJhcg==', 'Token x', 'Bearertoken'])(
  '"%s" has no bearer token',
  (header) => {
    expect(readBearerToken(header)).toBe('absent')
  },
)
