import { expect, test } from 'vitest'
import { hasColor } from './output.ts'

const output = 1

test('FORCE_COLOR decides, also where the output is no terminal', () => {
  expect(hasColor(output, { FORCE_COLOR: '1' })).toBe(true)
  expect(hasColor(output, { FORCE_COLOR: '', NO_COLOR: '1' })).toBe(true)
  expect(hasColor(output, { FORCE_COLOR: '0' })).toBe(false)
  expect(hasColor(output, { FORCE_COLOR: 'false' })).toBe(false)
})

test('NO_COLOR switches colours off', () => {
  expect(hasColor(output, { NO_COLOR: '1' })).toBe(false)
})

test('a file has no colours', () => {
  expect(hasColor('x', { FORCE_COLOR: '1' })).toBe(false)
})
