import type { Delay } from '../../mock/scenarios/override.ts'
import { isFault } from '../request/faults.ts'
import type { SettingsChanges } from '../types.ts'

/** The settings as texts for the form's fields, written like preferences. */
export type SettingsText = Record<'delay' | 'fault' | 'rate' | 'status' | 'message', string>

export function formatSettings(settings: SettingsChanges): SettingsText {
  return {
    delay: String(settings.delay ?? ''),
    fault: settings.fault ?? '',
    rate: String(settings.rate ?? ''),
    status: String(settings.status ?? ''),
    message: settings.message ?? '',
  }
}

/**
 * The settings that differ between two forms; null clears one. The control API parses delays. Throws a RangeError for a
 * number that cannot be parsed.
 */
export function parseChanges(before: SettingsText, after: SettingsText): SettingsChanges {
  const names = (Object.keys(after) as (keyof SettingsText)[]).filter((name) => after[name] !== before[name])
  return Object.assign({}, ...names.map((name) => parsers[name](after[name])))
}

const parsers: Record<keyof SettingsText, (text: string) => SettingsChanges> = {
  delay: (text) => ({ delay: (text as Delay) || null }),
  fault: (text) => ({ fault: isFault(text) ? text : null }),
  rate: (text) => ({ rate: parseNumber(text, 'rate') }),
  status: (text) => ({ status: parseNumber(text, 'status') }),
  message: (text) => ({ message: text || null }),
}

function parseNumber(text: string, name: string): number | null {
  if (text === '') return null
  if (Number.isNaN(Number(text))) throw new RangeError(`${name}: expected a number, got ${text}`)
  return Number(text)
}
