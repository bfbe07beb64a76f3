import { type Part, render } from './markup.ts'
import type { Limits } from './shorten.ts'

/** From everything that is useful to hardly anything. */
const LEVELS: readonly Limits[] = [
  { text: 4000, body: 12_000, examples: 3, steps: 30, items: 400 },
  { text: 2000, body: 4000, examples: 3, steps: 30, items: 200 },
  { text: 1000, body: 1000, examples: 2, steps: 12, items: 150 },
  { text: 400, body: 300, examples: 1, steps: 6, items: 100 },
  { text: 200, body: 100, examples: 1, steps: 2, items: 50 },
]
const LEAST: Limits = { text: 40, body: 0, examples: 0, steps: 0, items: 3 }

/** A part of the page, and its size in bytes. */
export type Fitted = { part: Part; bytes: number }

/** The most detailed version of a part that is not larger than `most` bytes, or the least detailed one. */
export function fitInto(most: number, data: unknown, show: (limits: Limits) => Part): Fitted {
  for (const limits of LEVELS) {
    // Escaping makes a text up to 30 times as long, and a report may have megabytes of it.
    if (weigh(data, Math.max(limits.text, limits.body)) > most) continue
    const fitted = measure(show(limits))
    if (fitted.bytes <= most) return fitted
  }
  return measure(show(LEAST))
}

function measure(part: Part): Fitted {
  return { part, bytes: Buffer.byteLength(render(part)) }
}

/** The length of all texts, of which each counts for at most `most`. */
function weigh(data: unknown, most: number): number {
  if (typeof data === 'string') return Math.min(data.length, most)
  if (typeof data !== 'object' || data === null) return 0
  return Object.values(data).reduce((sum, value) => sum + weigh(value, most), 0)
}
