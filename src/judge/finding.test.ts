import { expect, test } from 'vitest'
import { suite } from '../../contract-tests/suite.ts'
import { readContract } from '../contract/readContract.ts'
import type { Cause, Trait } from './cause.ts'
import { writeFix } from './finding.ts'

const [anyCheck] = suite.checks(readContract())
if (!anyCheck) throw new Error('no check')
const check = { ...anyCheck, fix: 'Read the limit.' }

const withTrait = (trait: Partial<Trait>): Cause => ({
  data: { kind: 'condition', parts: [] },
  traits: [{ part: '', values: [], words: '', ...trait }],
  when: '',
})

test('says what a moment suggests before the fix of the check', () => {
  expect(writeFix(check, withTrait({ part: 'parallel' }))).toMatch(
    /^Look for state that concurrent requests share.* Read the limit\.$/,
  )
  expect(writeFix(check, withTrait({ part: 'position' }))).toMatch(
    /^Look for what is kept from one request of a connection to the next/,
  )
  expect(writeFix(check, withTrait({ part: 'before' }))).toMatch(
    /^Look for what the request before leaves behind/,
  )
})

test('does not blame the request for what comes and goes', () => {
  const random: Cause = { data: { kind: 'intermittent', failed: 3, of: 94 }, traits: [], when: '' }
  expect(writeFix(check, random)).toMatch(/^The same request is right at other times/)
})

test('is the fix of the check for everything else', () => {
  expect(writeFix(check, undefined)).toBe('Read the limit.')
  expect(writeFix(check, { data: { kind: 'always' }, traits: [], when: 'always' })).toBe('Read the limit.')
  expect(writeFix(check, withTrait({ part: 'limit' }))).toBe('Read the limit.')
})

test('names the header on which the violation depends before the fix of the check', () => {
  const trait: Trait = { part: 'accept', values: ['html'], words: 'with Accept: text/html' }
  expect(writeFix(check, { data: { kind: 'condition', parts: [] }, traits: [trait], when: '' })).toBe(
    'Look for code or middleware that depends on Accept: text/html. Read the limit.',
  )
})
