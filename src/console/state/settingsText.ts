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

/** The settings that differ between two forms; null clears one. Throws a RangeError for a text that cannot be parsed. */
export function parseChanges(before: SettingsText, after: SettingsText): SettingsChanges {
  const names = (Object.keys(after) as (keyof SettingsText)[]).filter((name) => after[name] !== before[name])
  return Object.assign({}, ...names.map((name) => parsers[name](after[name])))
}

const parsers: Record<keyof SettingsText, (text: string) => SettingsChanges> = {
  delay: (text) => ({ fixedDelay: null, delayDistribution: null, ...parseDelay(text) }),
  dribble: (text) => ({ chunkedDribbleDelay: parseDribble(text) }),
  fault: (text) => ({ fault: isFault(text) ? text : null }),
  rate: (text) => ({ rate: parseNumber(text, 'rate') }),
  code: (text) => ({ code: parseNumber(text, 'code') }),
  message: (text) => ({ message: text || null }),
  seed: (text) => ({ seed: parseNumber(text, 'seed') }),
}

function parseDelay(text: string): SettingsChanges {
  if (text === '') return {}
  if (/^\d+$/.test(text)) return { fixedDelay: Number(text) }
  const [, lower, upper] = /^(\d+)-(\d+)$/.exec(text) ?? []
  if (lower !== undefined)
    return { delayDistribution: { type: 'uniform', lower: Number(lower), upper: Number(upper) } }
  const [, median, sigma] = /^lognormal:([\d.]+):([\d.]+)$/.exec(text) ?? []
  if (median !== undefined)
    return { delayDistribution: { type: 'lognormal', median: Number(median), sigma: Number(sigma) } }
  throw new RangeError(`delay: expected a value such as 300, 100-400 or lognormal:90:0.4, got ${text}`)
}

function parseDribble(text: string): NonNullable<SettingsChanges['chunkedDribbleDelay']> | null {
  if (text === '') return null
  const [, chunks, total] = /^(\d+):(\d+)$/.exec(text) ?? []
  if (chunks === undefined) throw new RangeError(`dribble: expected a value such as 5:1000, got ${text}`)
  return { numberOfChunks: Number(chunks), totalDuration: Number(total) }
}

function parseNumber(text: string, name: string): number | null {
  if (text === '') return null
  if (Number.isNaN(Number(text))) throw new RangeError(`${name}: expected a number, got ${text}`)
  return Number(text)
}
