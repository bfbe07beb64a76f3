import { expect, test } from 'vitest'
import { formatElapsed } from './numbers.ts'

test('formats a time in a unit that fits', () => {
  expect([0.4, 312, 999.7, 1432, 59_960, 125_000, 179_600].map(formatElapsed)).toEqual([
    '0 ms',
    '312 ms',
    '1.0 s',
    '1.4 s',
    '1 min 0 s',
    '2 min 5 s',
    '3 min 0 s',
  ])
})
