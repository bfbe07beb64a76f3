import { expect, test } from 'vitest'
import type { SettingsChanges } from '../types.ts'
import { formatSettings, parseChanges } from './settingsText.ts'

const none = formatSettings({})

test.each<[string, SettingsChanges]>([
  ['300', { delay: 300 }],
  ['100-400', { delay: '100-400' }],
])('formats the delay %s, and replaces every other delay by it', (text, settings) => {
  expect(formatSettings(settings).delay).toBe(text)
  expect(parseChanges(none, { ...none, delay: text })).toEqual({ delay: text })
})

test('returns only the settings that changed', () => {
  const before = formatSettings({ delay: 300, fault: 'EMPTY_RESPONSE' })
  expect(parseChanges(before, before)).toEqual({})
  expect(parseChanges(before, { ...before, delay: '', fault: '', rate: '0.2' })).toEqual({
    delay: null,
    fault: null,
    rate: 0.2,
  })
})

test('an error says what was expected', () => {
  expect(() => parseChanges(none, { ...none, rate: 'often' })).toThrow('rate: expected a number, got often')
})
