import { expect, test } from 'vitest'
import { createTokenHider } from './bearer.ts'

test('masks a long token as a whole, also in upper case, percent-encoded and in base64', () => {
  const token = 'T0ken+/.'.repeat(900)
  const hide = createTokenHider([`a=b; ${token}`])
  for (const form of [token, token.toUpperCase(), encodeURIComponent(token), btoa(token)])
    expect(hide(`/plants?a=${form}&limit=2`)).toBe('/plants?a=***&limit=2')
  for (const before of ['x', 'xy']) expect(hide(btoa(before + token))).toMatch(/^.{1,3}\*\*\*$/)
})

test('masks secrets with spaces or other special characters', () => {
  const long = `theme=dark; sid=${'s3cret!@:'.repeat(9)}; lang=en-GB`
  expect(createTokenHider(['a=1; b=22', long])(`/plants?x=a=1; b=22&y=${long}`)).toBe(
    '/plants?x=***&y=*** *** ***',
  )
})

test('takes little time for long tokens and for thousands of words', () => {
  const before = process.cpuUsage()
  for (let count = 0; count < 500; count += 1)
    createTokenHider([`${count}`.padEnd(7_500, 'tOken')])('/plants?limit=2')
  for (let count = 0; count < 500; count += 1)
    expect(createTokenHider([`${count}-a-word `.repeat(1_300)])('/plants?limit=2')).toBe('***')
  // A pattern for each whole token, or for each of many words, would take far longer.
  expect(process.cpuUsage(before).user).toBeLessThan(2e6)
})
