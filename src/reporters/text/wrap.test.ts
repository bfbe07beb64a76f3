import { expect, test } from 'vitest'
import { beside, shorten, wrap } from './wrap.ts'

test('a text is broken at its spaces', () => {
  expect(wrap('every plant has a name', 11)).toEqual(['every plant', 'has a name'])
})

test('a word that is longer than a line is broken where the line ends', () => {
  expect(wrap('see aGVsbG8gd29ybGQ', 8)).toEqual(['see', 'aGVsbG8g', 'd29ybGQ'])
})

test('spaces within a line are kept, for they may be what is wrong', () => {
  expect(wrap('Bearer  token', 20)).toEqual(['Bearer  token'])
})

test('a character outside the basic plane is never cut in two', () => {
  expect(wrap('🌵🌵🌵', 2)).toEqual(['🌵🌵', '🌵'])
  expect(shorten('🌵🌵🌵', 2)).toBe('🌵…')
})

test('a text beside a label is indented to match', () => {
  const lines = beside('  seen  ', 'x '.repeat(60))
  expect(lines).toEqual([`  seen  ${'x '.repeat(46).trimEnd()}`, `        ${'x '.repeat(14).trimEnd()}`])
})

test('a label with nothing beside it has no trailing space', () => {
  expect(beside('  seen  ', '')).toEqual(['  seen'])
})
