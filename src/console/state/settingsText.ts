import type { Settings } from '../types.ts'

/** The settings as the form's fields have them: the words are those of the preferences. */
export type SettingsText = Record<
  'delay' | 'dribble' | 'fault' | 'rate' | 'code' | 'message' | 'seed',
  string
>

export function toText(settings: Settings): SettingsText {
  const { chunkedDribbleDelay: dribble } = settings
  return {
    delay: delayText(settings),
    dribble: dribble ? `${dribble.numberOfChunks}:${dribble.totalDuration}` : '',
    fault: settings.fault ?? '',
    rate: String(settings.rate ?? ''),
    code: String(settings.code ?? ''),
    message: settings.message ?? '',
    seed: String(settings.seed ?? ''),
  }
}

function delayText({ fixedDelay, delayDistribution: spread }: Settings): string {
  if (spread?.type === 'uniform') return `${spread.lower}-${spread.upper}`
  if (spread?.type === 'lognormal') return `lognormal:${spread.median}:${spread.sigma}`
  return String(fixedDelay ?? '')
}

/** The members that differ between two texts; null clears one. Throws a RangeError at a value that cannot be read. */
export function changed(before: SettingsText, after: SettingsText): Settings {
  const names = (Object.keys(after) as (keyof SettingsText)[]).filter((name) => after[name] !== before[name])
  return Object.assign({}, ...names.map((name) => read[name](after[name])))
}

const read: Record<keyof SettingsText, (text: string) => Settings> = {
  delay: (text) => ({ fixedDelay: null, delayDistribution: null, ...readDelay(text) }),
  dribble: (text) => ({ chunkedDribbleDelay: readDribble(text) }),
  fault: (text) => ({ fault: text || null }),
  rate: (text) => ({ rate: readNumber(text, 'rate') }),
  code: (text) => ({ code: readNumber(text, 'code') }),
  message: (text) => ({ message: text || null }),
  seed: (text) => ({ seed: readNumber(text, 'seed') }),
}

function readDelay(text: string): Settings {
  if (text === '') return {}
  if (/^\d+$/.test(text)) return { fixedDelay: Number(text) }
  const [, lower, upper] = /^(\d+)-(\d+)$/.exec(text) ?? []
  if (lower !== undefined)
    return { delayDistribution: { type: 'uniform', lower: Number(lower), upper: Number(upper) } }
  const [, median, sigma] = /^lognormal:([\d.]+):([\d.]+)$/.exec(text) ?? []
  if (median !== undefined)
    return { delayDistribution: { type: 'lognormal', median: Number(median), sigma: Number(sigma) } }
  throw new RangeError(`delay must be like 300, 100-400 or lognormal:90:0.4, got ${text}`)
}

function readDribble(text: string): NonNullable<Settings['chunkedDribbleDelay']> | null {
  if (text === '') return null
  const [, chunks, total] = /^(\d+):(\d+)$/.exec(text) ?? []
  if (chunks === undefined) throw new RangeError(`dribble must be like 5:1000, got ${text}`)
  return { numberOfChunks: Number(chunks), totalDuration: Number(total) }
}

function readNumber(text: string, name: string): number | null {
  if (text === '') return null
  if (Number.isNaN(Number(text))) throw new RangeError(`${name} must be a number, got ${text}`)
  return Number(text)
}
