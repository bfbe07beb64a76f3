import { expect, test } from 'vitest'
import { formatRound } from './formatReplay.ts'

/** The numbers of the steps that are shown, and what is said of those that are not. */
function listShown(before: Readonly<Record<number, number>>, count: number): string[] {
  const steps = Array.from({ length: count }, (_, index) => ({
    request: 'GET /plants',
    notes: [],
    before: before[index + 1],
    responses: ['200 OK, 2 bytes'],
  }))
  const text = formatRound({
    title: 'the whole plan',
    requests: count,
    result: 'fails',
    reasons: [],
    steps,
    violations: [],
    violatingStep: count,
  })
  return Array.from(
    text.matchAll(/^[→ ] +(\d+) {2}GET|^ +(… .*)$/gm),
    ([, number, gap]) => number ?? gap ?? '',
  )
}

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index))

test('shows the last steps of a long sequence, and all of a short one', () => {
  expect(listShown({}, 119)).toEqual(['… 109 steps before', ...range(110, 119)])
  expect(listShown({ 10: 2 }, 10)).toEqual(range(1, 10))
})

test('shows the earlier steps on the connection of the one that fails', () => {
  expect(listShown({ 119: 118, 118: 60, 60: 2 }, 119)).toEqual([
    ...['… 1 step before', '2', '… 57 steps between', '60', '… 49 steps between'],
    ...range(110, 119),
  ])
  expect(listShown({ 119: 109 }, 119)).toEqual(['… 108 steps before', ...range(109, 119)])
})

test('shows at most ten of them, the latest', () => {
  const before = Object.fromEntries(range(2, 119).map((number) => [number, Number(number) - 1]))
  expect(listShown(before, 119)).toEqual(['… 109 steps before', ...range(110, 119)])
  const odd = Object.fromEntries(range(3, 119).map((number) => [number, Number(number) - 2]))
  expect(listShown(odd, 119)).toHaveLength(5 * 2 + 10)
})
