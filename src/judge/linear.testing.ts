import { expect } from 'vitest'

const SHORT = 4_000
const LONG = 8 * SHORT
const LIMIT = 32

/**
 * Expects that a text eight times as long takes about eight times as long. The limit leaves room for a busy machine: quadratic time would
 * mean 64 times as long.
 */
export function expectLinear(unit: string, run: (text: string) => unknown): void {
  let ratio = LIMIT
  for (let attempt = 0; attempt < 3 && ratio >= LIMIT; attempt += 1)
    ratio = measure(unit.repeat(LONG), run) / measure(unit.repeat(SHORT), run)
  expect(ratio, JSON.stringify(unit)).toBeLessThan(LIMIT)
}

/** Milliseconds. Times below a few milliseconds are too short to compare. */
function measure(text: string, run: (text: string) => unknown): number {
  const start = performance.now()
  run(text)
  return Math.max(4, performance.now() - start)
}
