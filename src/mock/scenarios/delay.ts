import { listNames } from '../../contract/suggest.ts'
import type { DelayDistribution, Effects } from './effects.ts'

/** Upper bound for delays, in ms. */
export const LONGEST_DELAY = 600_000

/**
 * Delays by name. The networks have the latencies of Chrome's throttling; `p99` is a service that answers half of the requests within
 * 100 ms, and one in a hundred after more than a second.
 */
const presets: Readonly<Record<string, Effects>> = {
  '4g': { fixedDelay: 165 },
  'slow-4g': { fixedDelay: 563 },
  'slow-3g': { fixedDelay: 2000 },
  p99: { delayDistribution: { type: 'lognormal', median: 100, sigma: 0.99 } },
}

/** The formats of a delay and a dribble, for messages. */
export const DELAY_IS = `milliseconds such as 300, 100-400 or lognormal:90:0.4, at most ${LONGEST_DELAY}, or ${listNames(Object.keys(presets))}`
export const DRIBBLE_IS = 'chunks and milliseconds such as 5:1000'

/** Parses `300`, `100-400` (uniform), `lognormal:90:0.4` (median and sigma) or a name. Returns undefined for anything else. */
export function parseDelay(text: string): Effects | undefined {
  if (Object.hasOwn(presets, text)) return presets[text]
  const [, fixed] = /^(\d{1,6})$/.exec(text) ?? []
  if (fixed !== undefined) return inRange(Number(fixed)) ? { fixedDelay: Number(fixed) } : undefined
  const [, lower, upper] = /^(\d{1,6})-(\d{1,6})$/.exec(text) ?? []
  if (lower !== undefined && upper !== undefined) {
    const range = { type: 'uniform' as const, lower: Number(lower), upper: Number(upper) }
    return range.lower <= range.upper && inRange(range.upper) ? { delayDistribution: range } : undefined
  }
  const [, median, sigma] = /^lognormal:(\d{1,6}):(\d(?:\.\d{1,4})?)$/.exec(text) ?? []
  if (median === undefined || !inRange(Number(median))) return undefined
  return { delayDistribution: { type: 'lognormal', median: Number(median), sigma: Number(sigma) } }
}

/** Parses `5:1000`: the number of pieces, and the milliseconds over which they are spread. */
export function parseDribble(text: string): Effects | undefined {
  const [, chunks, total] = /^([1-9]\d{0,2}):(\d{1,6})$/.exec(text) ?? []
  if (chunks === undefined || !inRange(Number(total))) return undefined
  return { chunkedDribbleDelay: { numberOfChunks: Number(chunks), totalDuration: Number(total) } }
}

function inRange(milliseconds: number): boolean {
  return milliseconds <= LONGEST_DELAY
}

/** How long to wait, in milliseconds. `random` returns numbers in [0, 1). */
export function sampleDelay(
  { fixedDelay, delayDistribution }: Effects,
  random: (count: number) => number,
): number {
  return Math.round((fixedDelay ?? 0) + (delayDistribution ? sample(delayDistribution, random) : 0))
}

function sample(distribution: DelayDistribution, random: (count: number) => number): number {
  if (distribution.type === 'uniform') {
    const { lower, upper } = distribution
    return lower + random(0) * (upper - lower)
  }
  // The Box-Muller transform turns two uniform numbers into a normal one.
  const normal = Math.sqrt(-2 * Math.log(1 - random(0))) * Math.cos(2 * Math.PI * random(1))
  const { median, sigma, maxValue = LONGEST_DELAY } = distribution
  return Math.min(median * Math.exp(normal * sigma), maxValue, LONGEST_DELAY)
}
