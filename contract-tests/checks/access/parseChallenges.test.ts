import { expect, test } from 'vitest'
import { parseChallenges } from './challenges.ts'

const schemes = (text: string) => parseChallenges(text)?.map(({ scheme }) => scheme)

test('a challenge has a scheme and parameters', () => {
  expect(parseChallenges('Bearer realm="plants, all", error=invalid_token')).toEqual([
    {
      scheme: 'bearer',
      parameters: [
        ['realm', '"plants, all"'],
        ['error', 'invalid_token'],
      ],
      opaque: false,
    },
  ])
})

test('a comma separates both parameters and challenges', () => {
  expect(schemes('Basic realm="a", bearer realm="b", error="c", Negotiate')).toEqual([
    'basic',
    'bearer',
    'negotiate',
  ])
  expect(schemes('Negotiate YWJjZA==, Bearer realm="a"')).toEqual(['negotiate', 'bearer'])
  expect(schemes('Bearer, Basic realm=x')).toEqual(['bearer', 'basic'])
  expect(schemes(', Bearer realm = "a" ,, Basic realm="b"')).toEqual(['bearer', 'basic'])
})

test('a malformed list is undefined, an empty one has no challenges', () => {
  expect(parseChallenges('Bearer realm="plants')).toBeUndefined()
  expect(parseChallenges('realm="plants"')).toBeUndefined()
  expect(parseChallenges('')).toEqual([])
})
