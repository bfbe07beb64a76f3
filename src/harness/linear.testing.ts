import { expect } from 'vitest'

/**
 * Expects that eight times the text takes at most about eight times as long. The factor leaves room for a busy machine; in
 * quadratic time it would be 64.
 */
export function expectLinear(unit: string, run: (text: string) => unknown): void {
  const short = measure(unit.repeat(4_000), run)
  const long = measure(unit.repeat(32_000), run)
  expect(long / short, `${JSON.stringify(unit)}: ${short} ms, then ${long} ms`).toBeLessThan(32)
}

/** The shortest of several times in milliseconds. A time below one millisecond is too short to compare. */
function measure(text: string, run: (text: string) => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now()
    run(text)
    return performance.now() - start
  })
  return Math.max(1, Math.min(...times))
}
