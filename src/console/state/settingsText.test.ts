import { expect, test } from 'vitest'
import type { Settings } from '../types.ts'
import { changed, toText } from './settingsText.ts'

const none = toText({})

test.each<[string, Settings]>([
  ['300', { fixedDelay: 300 }],
  ['100-400', { delayDistribution: { type: 'uniform', lower: 100, upper: 400 } }],
  ['lognormal:90:0.4', { delayDistribution: { type: 'lognormal', median: 90, sigma: 0.4 } }],
])('the delay %s is written as it is read', (text, settings) => {
  expect(toText(settings).delay).toBe(text)
  expect(changed(none, { ...none, delay: text })).toEqual({
    fixedDelay: null,
    delayDistribution: null,
    ...settings,
  })
})

test('only what was changed is sent', () => {
  const before = toText({ fixedDelay: 300, fault: 'EMPTY_RESPONSE', seed: 1 })
  expect(changed(before, before)).toEqual({})
  expect(changed(before, { ...before, fault: '', dribble: '5:1000', rate: '0.2' })).toEqual({
    fault: null,
    chunkedDribbleDelay: { numberOfChunks: 5, totalDuration: 1000 },
    rate: 0.2,
  })
})

test('what cannot be read is told with what was expected', () => {
  expect(() => changed(none, { ...none, delay: 'soon' })).toThrow(
    'delay must be like 300, 100-400 or lognormal:90:0.4, got soon',
  )
  expect(() => changed(none, { ...none, rate: 'often' })).toThrow('rate must be a number, got often')
})
