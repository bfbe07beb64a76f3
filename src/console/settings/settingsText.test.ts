import { expect, test } from 'vitest'
import type { SettingsChanges } from '../types.ts'
import { formatSettings, parseChanges } from './settingsText.ts'

const none = formatSettings({})

test.each<[string, SettingsChanges]>([
  ['300', { fixedDelay: 300 }],
  ['100-400', { delayDistribution: { type: 'uniform', lower: 100, upper: 400 } }],
  ['lognormal:90:0.4', { delayDistribution: { type: 'lognormal', median: 90, sigma: 0.4 } }],
])('formats the delay %s, and replaces every other delay by it', (text, settings) => {
  expect(formatSettings(settings).delay).toBe(text)
  expect(parseChanges(none, { ...none, delay: text })).toEqual({
    fixedDelay: null,
    delayDistribution: null,
    delay: text,
  })
})

test('returns only the settings that changed', () => {
  const before = formatSettings({ fixedDelay: 300, fault: 'EMPTY_RESPONSE', seed: 1 })
  expect(parseChanges(before, before)).toEqual({})
  expect(parseChanges(before, { ...before, delay: '', fault: '', dribble: '5:1000', rate: '0.2' })).toEqual({
    fixedDelay: null,
    delayDistribution: null,
    fault: null,
    chunkedDribbleDelay: null,
    dribble: '5:1000',
    rate: 0.2,
  })
})

test('an error says what was expected', () => {
  expect(() => parseChanges(none, { ...none, rate: 'often' })).toThrow('rate: expected a number, got often')
})
