import { expect, test } from 'vitest'
import { bodyBytes } from './bodyBytes.ts'

const KNOWN = Buffer.alloc(200_000, 'a')

test('a long body that leaves a known one late is whole', () => {
  const body = bodyBytes(1_000_000, KNOWN)
  body.expect(250_000)
  for (const piece of ['a'.repeat(150_000), 'b'.repeat(100_000)]) body.add(Buffer.from(piece))
  expect(body.all().toString()).toBe('a'.repeat(150_000) + 'b'.repeat(100_000))
})

test('less than was announced, and more than the limit, is what came up to there', () => {
  const short = bodyBytes(1_000_000, KNOWN)
  short.expect(250_000)
  short.add(Buffer.from('bb'))
  expect(short.all().toString()).toBe('bb')
  const long = bodyBytes(150_000, KNOWN)
  long.expect(250_000)
  expect(long.add(KNOWN)).toBe(false)
  expect(long.all().length).toBe(150_000)
})
