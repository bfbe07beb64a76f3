import { expect, test } from 'vitest'
import { readLimit } from './handler.ts'

const RANGE = 'an integer from 0 to 2147483647'

const LIMIT = { limitName: 'limit' }

test.each([
  ['', Number.POSITIVE_INFINITY],
  ['&', Number.POSITIVE_INFINITY],
  ['page=2&Limit=3&limit[]=4&LIMIT=5', Number.POSITIVE_INFINITY],
  ['limit=1', 1],
  ['limit=05', 5],
  ['limit=0', 0],
  ['limit=2147483647', 2147483647],
  ['limit=%35', 5],
  ['l%69mit=7', 7],
  ['x=%F0%9F%8C%B1&limit=3&', 3],
])('the query "%s" asks for at most %d plants', (query, most) => {
  expect(readLimit(query, LIMIT)).toMatchObject({ most })
})

test.each([
  ['limit=-1', '"-1"'],
  ['limit=-2147483648', '"-2147483648"'],
  ['limit=2147483648', '"2147483648"'],
  ['limit=4294967297', '"4294967297"'],
  ['limit=', '""'],
  ['limit', '""'],
  ['limit=abc', '"abc"'],
  ['limit=5.0', '"5.0"'],
  ['limit=1e3', '"1e3"'],
  ['limit=0x5', '"0x5"'],
  ['limit=1_000', '"1_000"'],
  ['limit=+5', '" 5"'],
  ['limit=%2B5', '"+5"'],
  ['limit=%205', '" 5"'],
  ['limit=5%00', '"5\\u0000"'],
  ['limit=%EF%BC%95', '"５"'],
  ['limit=%', '"%"'],
  ['limit=%FF', '"%FF"'],
  ['limit=1&limit=2', '"1" and "2"'],
  ['limit=1&l%69mit=1', '"1" and "1"'],
])('rejects the query "%s" with the value and the range', (query, value) => {
  const limit = readLimit(query, LIMIT)
  expect(limit).toHaveProperty('problem')
  const { problem } = limit as { problem: string }
  expect(problem).toContain(RANGE)
  expect(problem.endsWith(`got ${value}`)).toBe(true)
})

test('cuts a long value in the message, but never inside a character', () => {
  const limit = readLimit(`limit=${'9'.repeat(59)}${encodeURIComponent('🌱🌱')}`, LIMIT)
  const { problem } = limit as { problem: string }
  expect(problem.length).toBeLessThan(130)
  expect(problem.isWellFormed()).toBe(true)
})

test('rejects a malformed escape in another parameter without repeating it', () => {
  const limit = readLimit('access_token=secret%zz', LIMIT)
  expect(limit).toHaveProperty('problem')
  expect(JSON.stringify(limit)).not.toContain('secret')
})

test.each(['limits=2', 'Limit=2', 'limit[]=2', 'lmit=2'])('the query "%s" gets a hint', (query) => {
  expect(readLimit(query, LIMIT)).toEqual({
    most: Number.POSITIVE_INFINITY,
    hint: expect.stringContaining('did you mean limit?'),
  })
})

test.each(['page=2', 'x', 'limit=2', 'offset=1'])('the query "%s" gets no hint', (query) => {
  expect(readLimit(query, LIMIT)).not.toHaveProperty('hint')
})
