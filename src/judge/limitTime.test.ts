import { expect, test } from 'vitest'
import { readContract } from '../contract/readContract.ts'
import { createAnalyser } from './body/analyseResponse.ts'
import type { Check } from './check.ts'
import { testExchange } from './exchange.testing.ts'
import { gatherFacts } from './gatherFacts.ts'
import { judgeChecks } from './judgeChecks.ts'
import { limitTime, TimeLimitError } from './limitTime.ts'

const spin = () => {
  for (;;) {}
}

test('returns what the function returns, and throws what it throws', () => {
  expect(limitTime(1_000, () => limitTime(1_000, () => 1) + 1)).toBe(2)
  expect(() =>
    limitTime(1_000, () => {
      throw new RangeError('x')
    }),
  ).toThrow(RangeError)
})

test('stops a loop and a regular expression, also within another limit', () => {
  expect(() => limitTime(50, spin)).toThrow(TimeLimitError)
  expect(() => limitTime(50, () => /^(a|a)*$/.test(`${'a'.repeat(60)}b`))).toThrow(TimeLimitError)
  expect(
    limitTime(5_000, () => {
      try {
        return limitTime(50, spin)
      } catch (error) {
        return error
      }
    }),
  ).toBeInstanceOf(TimeLimitError)
})

const check = (id: string, judge: Check['judge']): Check => ({
  id,
  title: id,
  level: 'MUST',
  clause: { standard: 'x', text: 'x' },
  rows: [],
  fix: '',
  sent: '',
  expected: '',
  requires: '',
  applies: () => true,
  judge,
})
const exchanges = [testExchange()]
const facts = gatherFacts(exchanges, createAnalyser(readContract()))
const checks = [check('slow', spin), check('sound', () => [])]

test('a check that does not end is inconclusive, and the others are judged', { timeout: 20_000 }, () => {
  const [slow, sound] = judgeChecks(checks, exchanges, facts)
  expect(slow).toMatchObject({ judged: 0, inconclusive: [expect.stringContaining('stopped after 2000 ms')] })
  expect(sound).toMatchObject({ judged: 1, inconclusive: [] })
})

test('a run that was stopped is judged within a second', () => {
  const began = performance.now()
  const [slow, sound] = judgeChecks(checks, exchanges, facts, { isStopped: true })
  expect(performance.now() - began).toBeLessThan(1_000)
  expect(slow).toMatchObject({ judged: 0, inconclusive: [expect.stringContaining('stopped after 100 ms')] })
  expect(sound).toMatchObject({ judged: 1, inconclusive: [] })
})
