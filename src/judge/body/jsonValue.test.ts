import { expect, test } from 'vitest'
import { parseNumber } from './jsonValue.ts'

test.each([
  ['9223372036854775807', 2 ** 63, -1],
  ['9223372036854775808', 2 ** 63, 0],
  ['9223372036854775809', 2 ** 63, 1],
  ['-9223372036854775807', -(2 ** 63), 1],
  ['-9223372036854775808', -(2 ** 63), 0],
  ['-9223372036854775809', -(2 ** 63), -1],
  ['18446744073709551615', 2 ** 64, -1],
  ['18446744073709551616', 2 ** 64, 0],
])('%s stays on its side of %d', (raw, end, side) => {
  expect(Math.sign(parseNumber(raw, false) - end)).toBe(side)
})
