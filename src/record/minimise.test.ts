import { expect, test } from 'vitest'
import { minimise } from './isolate.ts'

const LETTERS = 'abcdefghij'.split('')

function needs(...needed: string[]) {
  const tested: string[] = []
  return {
    tested,
    test: async (items: readonly string[]) => {
      tested.push(items.join(''))
      return needed.every((item) => items.includes(item))
    },
  }
}

test('finds the single item that matters in a few steps', async () => {
  for (const letter of LETTERS) {
    const { test, tested } = needs(letter)
    expect(await minimise(LETTERS, test)).toEqual([letter])
    expect(tested.length).toBeLessThanOrEqual(8)
  }
})

test('finds each pair of items that matters together', async () => {
  for (const one of LETTERS)
    for (const other of LETTERS) {
      if (one === other) continue
      const { test, tested } = needs(one, other)
      expect([...(await minimise(LETTERS, test))].sort()).toEqual([one, other].sort())
      expect(tested.length).toBeLessThan(40)
    }
})

test('keeps everything if every item matters, and what it has if the search ends', async () => {
  expect(await minimise(LETTERS, needs(...LETTERS).test)).toEqual(LETTERS)
  expect(await minimise(LETTERS, async () => undefined)).toEqual(LETTERS)
})
