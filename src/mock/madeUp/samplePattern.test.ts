import { expect, test } from 'vitest'
import { seededRandom } from '../scenarios/seededRandom.ts'
import { samplePattern } from './samplePattern.ts'

const draw = (use: string): number => seededRandom(1, use, 0)

test.each([
  '^[A-Z]{2,8}-[0-9]{3}$',
  '^(?:red|green)\\s\\d+$',
  '^(?<first>a|b)(c)?[^x]{3}\\.\\w*$',
  '^\\p{Lu}\\p{Ll}+( x [a-z]+)?$',
  '^\\+[0-9]{6,15}$',
  '[\\d-]{4}',
  '^/plants/[a-f0-9]{8}$',
])('makes a text that %s matches', (pattern) => {
  const text = samplePattern(pattern, draw)
  expect(text).toMatch(new RegExp(pattern, 'u'))
  expect(samplePattern(pattern, draw)).toBe(text)
})

test.each(['^(?=a)a$', '(?<!b)a', '\\bword', '(a)\\1'])('makes no text for %s', (pattern) => {
  expect(samplePattern(pattern, draw)).toBe(undefined)
})
