import { expect, test } from 'vitest'
import { bearerToken } from './bearerToken.ts'

test.each([
  ['Bearer token-alice', 'token-alice'],
  ['bearer token-alice', 'token-alice'],
  ['BEARER token-alice', 'token-alice'],
  ['Bearer  two-spaces', 'two-spaces'],
  ['Bearer a+b/c~d.e_f-g==', 'a+b/c~d.e_f-g=='],
])('"%s" carries a token', (field, token) => {
  expect(bearerToken(field)).toEqual({ token })
})

test.each(['Bearer', 'Bearer ', 'Bearer a b', 'Bearer a, Bearer b', 'Bearer a=b', 'Bearer "a"', 'Bearer ä'])(
  '"%s" is a malformed token',
  (field) => {
    expect(bearerToken(field)).toBe('malformed')
  },
)

test.each([undefined, '', 'token-alice', 'Basic Zm9vOmJhcg==', 'Token x', 'Bearertoken'])(
  '"%s" is no bearer token',
  (field) => {
    expect(bearerToken(field)).toBe('absent')
  },
)
