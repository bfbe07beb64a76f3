import { expect } from 'vitest'

const LIMIT = 32

/**
 * Expects that a string that is eight times as long takes about eight times as much time, not 64 times, which would be quadratic. Leaves
 * room for a busy machine. `short` is how often the shorter string repeats `unit`.
 */
export function expectLinear(unit: string, run: (text: string) => unknown, short = 2_000): void {
  let ratio = LIMIT
  for (let attempt = 0; attempt < 3 && ratio >= LIMIT; attempt += 1)
    ratio = measure(unit.repeat(8 * short), run) / measure(unit.repeat(short), run)
  expect(ratio, JSON.stringify(unit)).toBeLessThan(LIMIT)
}

/** Measures milliseconds of CPU time, because the machine may be busy. Times below a few milliseconds are too short to compare. */
function measure(text: string, run: (text: string) => unknown): number {
  const start = process.cpuUsage()
  run(text)
  const { user, system } = process.cpuUsage(start)
  return Math.max(4, (user + system) / 1000)
}
