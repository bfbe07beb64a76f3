import { expect, test } from 'vitest'
import { createBodyBytes } from './bodyBytes.ts'

const KNOWN = Buffer.alloc(200_000, 'a')

test('a long body is complete if it differs late from the known one', () => {
  const body = createBodyBytes(1_000_000, KNOWN)
  body.expect(250_000)
  for (const piece of ['a'.repeat(150_000), 'b'.repeat(100_000)]) body.add(Buffer.from(piece))
  expect(body.all().toString()).toBe('a'.repeat(150_000) + 'b'.repeat(100_000))
})

test('a body may be shorter than announced, and is cut at the limit', () => {
  const short = createBodyBytes(1_000_000, KNOWN)
  short.expect(250_000)
  short.add(Buffer.from('bb'))
  expect(short.all().toString()).toBe('bb')
  const long = createBodyBytes(150_000, KNOWN)
  long.expect(250_000)
  expect(long.add(KNOWN)).toBe(false)
  expect(long.all().length).toBe(150_000)
})
