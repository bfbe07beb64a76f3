import { expect, test } from 'vitest'
import { pluralize } from './words.ts'

test('only a count of one is singular', () => {
  expect([pluralize(0, 'response'), pluralize(1, 'response'), pluralize(41, 'response')]).toEqual([
    '0 responses',
    '1 response',
    '41 responses',
  ])
})
