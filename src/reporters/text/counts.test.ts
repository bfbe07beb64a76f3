import { expect, test } from 'vitest'
import { count, duration } from './counts.ts'

test('a number is told with its noun', () => {
  expect([count(0, 'answer'), count(1, 'answer'), count(41, 'answer')]).toEqual([
    '0 answers',
    '1 answer',
    '41 answers',
  ])
})

test('a time is told in the unit that fits it', () => {
  expect([0.4, 312, 999.7, 1432, 59_960, 125_000, 179_600].map(duration)).toEqual([
    '0 ms',
    '312 ms',
    '1.0 s',
    '1.4 s',
    '1 min 0 s',
    '2 min 5 s',
    '3 min 0 s',
  ])
})
