import { expect, test } from 'vitest'
import { countColumns, shorten, wrap } from './wrap.ts'

test.each([
  ['at spaces', 'every plant has a name', 11, ['every plant', 'has a name']],
  ['a word that is longer than a line', 'see aGVsbG8gd29ybGQ', 8, ['see', 'aGVsbG8g', 'd29ybGQ']],
  ['but keeps repeated spaces, because they may be the mistake', 'a  b', 20, ['a  b']],
  ['but never a surrogate pair', '🌵🌵🌵', 4, ['🌵🌵', '🌵']],
  ['by columns, of which a Chinese character takes two', '蘭 蘭 蘭', 5, ['蘭 蘭', '蘭']],
])('breaks a string: %s', (_how, text, width, lines) => {
  expect(wrap(text, width)).toEqual(lines)
})

test.each([80, 83, 84, 85])('cuts a text that contains an ellipsis to %d columns', (width) => {
  const line =
    '1  GET /plants?limit=1000, no Accept-Encoding,…  → the connection closed without a response at all'
  expect(countColumns(shorten(line, width))).toBe(width)
  expect(shorten('👩‍🌾👩‍🌾', 3)).toBe('👩‍🌾…')
})
