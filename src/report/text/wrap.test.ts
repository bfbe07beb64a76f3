import { expect, test } from 'vitest'
import { countColumns, hangingIndent, shorten, wrap } from './wrap.ts'

test('breaks a text at spaces', () => {
  expect(wrap('every plant has a name', 11)).toEqual(['every plant', 'has a name'])
})

test('breaks a word that is longer than a line', () => {
  expect(wrap('see aGVsbG8gd29ybGQ', 8)).toEqual(['see', 'aGVsbG8g', 'd29ybGQ'])
})

test('keeps repeated spaces, because they may be the mistake', () => {
  expect(wrap('Bearer  token', 20)).toEqual(['Bearer  token'])
})

test('never splits a surrogate pair', () => {
  expect(wrap('🌵🌵🌵', 4)).toEqual(['🌵🌵', '🌵'])
  expect(shorten('🌵🌵🌵', 4)).toBe('🌵…')
})

test('counts columns, of which Chinese characters and emoji take two', () => {
  expect(wrap('蘭 蘭 蘭', 5)).toEqual(['蘭 蘭', '蘭'])
  expect(shorten('👩‍🌾👩‍🌾', 3)).toBe('👩‍🌾…')
  expect(hangingIndent('蘭  ', 'x '.repeat(60))[1]).toMatch(/^ {4}x/)
})

test('indents the lines below the first by the width of the label', () => {
  const lines = hangingIndent('  seen  ', 'x '.repeat(60))
  expect(lines).toEqual([`  seen  ${'x '.repeat(46).trimEnd()}`, `        ${'x '.repeat(14).trimEnd()}`])
})

test('a label without text has no trailing space', () => {
  expect(hangingIndent('  seen  ', '')).toEqual(['  seen'])
})

test.each([80, 83, 84, 85])('cuts a text with an ellipsis in it to %d columns', (width) => {
  const line =
    '1  GET /plants?limit=1000, no Accept-Encoding,…  → the connection closed without a response at all'
  expect(countColumns(shorten(line, width))).toBe(width)
})
