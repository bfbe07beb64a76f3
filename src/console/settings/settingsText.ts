import { isFault } from '../request/faults.ts'
import type { SettingsChanges } from '../types.ts'

/** The settings as texts for the form's fields, written like preferences. */
export type SettingsText = Record<
  'delay' | 'dribble' | 'fault' | 'rate' | 'code' | 'message' | 'seed',
  string
>

export function formatSettings(settings: SettingsChanges): SettingsText {
  const { chunkedDribbleDelay: dribble } = settings
  return {
    delay: formatDelay(settings),
    dribble: dribble ? `${dribble.numberOfChunks}:${dribble.totalDuration}` : '',
    fault: settings.fault ?? '',
    rate: String(settings.rate ?? ''),
    code: String(settings.code ?? ''),
    message: settings.message ?? '',
    seed: String(settings.seed ?? ''),
  }
}

function formatDelay({ fixedDelay, delayDistribution: distribution }: SettingsChanges): string {
  if (distribution?.type === 'uniform') return `${distribution.lower}-${distribution.upper}`
  if (distribution?.type === 'lognormal') return `lognormal:${distribution.median}:${distribution.sigma}`
  return String(fixedDelay ?? '')
}

/**
 * The settings that differ between two forms; null clears one. The control API parses delays and pieces. Throws a RangeError for a
 * number that cannot be parsed.
 */
export function parseChanges(before: SettingsText, after: SettingsText): SettingsChanges {
  const names = (Object.keys(after) as (keyof SettingsText)[]).filter((name) => after[name] !== before[name])
  return Object.assign({}, ...names.map((name) => parsers[name](after[name])))
}

const parsers: Record<keyof SettingsText, (text: string) => SettingsChanges> = {
  delay: (delay) => ({ fixedDelay: null, delayDistribution: null, ...(delay !== '' && { delay }) }),
  dribble: (dribble) => ({ chunkedDribbleDelay: null, ...(dribble !== '' && { dribble }) }),
  fault: (text) => ({ fault: isFault(text) ? text : null }),
  rate: (text) => ({ rate: parseNumber(text, 'rate') }),
  code: (text) => ({ code: parseNumber(text, 'code') }),
  message: (text) => ({ message: text || null }),
  seed: (text) => ({ seed: parseNumber(text, 'seed') }),
}

function parseNumber(text: string, name: string): number | null {
  if (text === '') return null
  if (Number.isNaN(Number(text))) throw new RangeError(`${name}: expected a number, got ${text}`)
  return Number(text)
}
