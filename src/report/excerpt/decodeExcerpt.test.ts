import { expect, test } from 'vitest'
import { decodeExcerpt } from './decodeExcerpt.ts'

const bytes = (text: string): string => Buffer.from(text).toString('latin1')

test('shows bytes as the text that they are, with the wrong place where it was', () => {
  const text = bytes('"Bärlauch"}]')
  const offset = text.length - 3
  expect(decodeExcerpt({ text, offset, length: 3 })).toEqual({ text: '"Bärlauch"}]', offset: 9, length: 3 })
})

test('leaves out a character that is cut at an end', () => {
  const text = bytes('ä"x"ö').slice(1, -1)
  expect(decodeExcerpt({ text, offset: 2, length: 1 })).toEqual({ text: '"x"', offset: 1, length: 1 })
})

test('shows other bytes one by one', () => {
  const text = 'a\xe4b!'
  expect(decodeExcerpt({ text, offset: 3, length: 1 })).toEqual({ text, offset: 3, length: 1 })
})
