import { expect, test } from 'vitest'
import { suite } from '../../contract-tests/suite.ts'
import { readContract } from '../contract/readContract.ts'
import type { Cause } from './cause.ts'
import { writeFix } from './writeFix.ts'

const [anyCheck] = suite.checks(readContract())
if (!anyCheck) throw new Error('no check')
const { fitsRandom: _, ...check } = { ...anyCheck, fix: 'Read the limit.' }

const withTrait = (key: string): Cause => ({
  data: { kind: 'condition', parts: [] },
  traits: [{ key, kind: 'moment', when: '' }],
  when: '',
})

test('says what a moment or the query suggests, which is more than the fix of the check', () => {
  expect(writeFix(check, withTrait('parallel'))).toMatch(
    /^Look for state that concurrent requests share[^.]*\.$/,
  )
  expect(writeFix(check, withTrait('position>=2'))).toMatch(
    /^Look for what is kept from one request of a connection to the next[^.]*\.$/,
  )
  expect(writeFix(check, withTrait('before=head'))).toMatch(
    /^Look for what the request before leaves behind[^.]*\.$/,
  )
  expect(writeFix(check, withTrait('query=empty-end'))).toMatch(/^Read the query with a library[^.]*\.$/)
})

test('does not blame the request for what comes and goes', () => {
  const random: Cause = { data: { kind: 'intermittent', failed: 3, of: 94 }, traits: [], when: '' }
  expect(writeFix(check, random)).toContain('what differs between two attempts')
  expect(writeFix(check, random)).not.toContain('Read the limit')
  expect(writeFix({ ...check, fitsRandom: true }, random)).toBe('Read the limit.')
})

test('is the fix of the check for everything else', () => {
  expect(writeFix(check, undefined)).toBe('Read the limit.')
  expect(writeFix(check, { data: { kind: 'always' }, traits: [], when: 'always' })).toBe('Read the limit.')
  expect(writeFix(check, withTrait('accept=html'))).toBe('Read the limit.')
})

test('names the header on which the violation depends before the fix of the check', () => {
  const trait = {
    key: 'accept=html',
    kind: 'condition',
    dimension: 'accept',
    when: 'with Accept: text/html',
  } as const
  expect(writeFix(check, { data: { kind: 'condition', parts: [] }, traits: [trait], when: '' })).toBe(
    'Look for code or middleware that depends on Accept: text/html. Read the limit.',
  )
})
