import { expect, test } from 'vitest'
import { parseDelay, sampleDelay } from './delay.ts'
import { seededRandom } from './seededRandom.ts'

const random = (seed: number) => (count: number) => seededRandom(1, `delay ${count}`, seed)
const sample = (text: string): number[] => {
  const delay = parseDelay(text)
  if (!delay) throw new Error(`no delay: ${text}`)
  return Array.from({ length: 2000 }, (_, index) => sampleDelay(delay, random(index)))
}

test('a fixed delay is the same each time', () => {
  expect(new Set(sample('300'))).toEqual(new Set([300]))
})

test('a uniform delay fills its range', () => {
  const delays = sample('100-400')
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(100)
  expect(Math.min(...delays)).toBeLessThan(105)
  expect(Math.max(...delays)).toBeLessThanOrEqual(400)
  expect(Math.max(...delays)).toBeGreaterThan(395)
})

test('half of the lognormal delays are below the median, and a few are far above it', () => {
  const delays = sample('lognormal:90:0.4')
  expect(delays.filter((delay) => delay < 90).length / delays.length).toBeCloseTo(0.5, 1)
  expect(Math.max(...delays)).toBeGreaterThan(250)
  expect(Math.min(...delays)).toBeGreaterThan(10)
})

test('a lognormal delay does not exceed maxValue', () => {
  const delay = { delayDistribution: { type: 'lognormal' as const, median: 90, sigma: 2, maxValue: 200 } }
  const delays = Array.from({ length: 500 }, (_, index) => sampleDelay(delay, random(index)))
  expect(Math.max(...delays)).toBe(200)
})

test('a preset is a delay by name', () => {
  expect(new Set(sample('slow-3g'))).toEqual(new Set([2000]))
  const tail = sample('p99').filter((delay) => delay > 1000)
  expect(tail.length / 2000).toBeGreaterThan(0.003)
  expect(tail.length / 2000).toBeLessThan(0.02)
  expect(parseDelay('toString')).toBeUndefined()
})

test.each(['', 'x', '-5', '1.5', '400-100', '600001', '1-700000', 'lognormal:90', 'lognormal:90:-1', '1e3'])(
  'rejects the delay "%s"',
  (text) => {
    expect(parseDelay(text)).toBeUndefined()
  },
)
