import { childPointer } from '../../contract/jsonPointer.ts'
import { InputError, oneOf, parsed, type Shape } from '../../contract/shape.ts'
import { quote } from '../../contract/words.ts'
import type { RequestRecord } from '../records.ts'
import { DELAY_IS, DRIBBLE_IS, parseDelay, parseDribble } from './delay.ts'
import { type Effects, wireFaults } from './effects.ts'
import { CODE_IS, isCode } from './readEffects.ts'

/** What one request asks for, in `Prefer` or in the query. */
export type Preferences = {
  effects: Effects
  /** The name of an example from the contract. */
  example?: string
  scenario?: string
  /** The name of the user to act as. */
  user?: string
  /** The known preferences, for `Preference-Applied`. */
  applied: string[]
  /** The names of the unknown ones. */
  ignored: string[]
}

/** The preferences that change effects. */
const effects: Readonly<Record<string, Shape<Effects>>> = {
  code: parsed(parseCode, CODE_IS),
  delay: parsed(parseDelay, DELAY_IS),
  dribble: parsed(parseDribble, DRIBBLE_IS),
  fault: (value, pointer) => ({ fault: oneOf(wireFaults)(value, pointer) }),
  rate: parsed(parseRate, 'a number from 0 to 1, such as 0.2'),
}
/** The preferences whose values are names, which the dataset checks. */
const names = ['example', 'scenario', 'user'] as const

/** The names of all preferences. */
export const preferenceNames: readonly string[] = [...Object.keys(effects), ...names]

/** Whether a request may have preferences. */
export function hasPreference({ target, headers }: RequestRecord): boolean {
  return headers.prefer !== undefined || target.includes('__')
}

/**
 * Reads the preferences of a request. Returns undefined if it has none, and a problem if a value is invalid. `Prefer` is that of
 * RFC 7240, except that semicolons separate preferences as commas do. If it is present, `__code` etc. in the query are ignored,
 * as in Prism.
 */
export function readPreferences(
  prefer: string | undefined,
  query: string,
): Preferences | { problem: string } | undefined {
  const pairs = prefer === undefined ? fromQuery(query) : fromHeader(prefer)
  if (pairs.length === 0) return undefined
  const preferences: Preferences = { effects: {}, applied: [], ignored: [] }
  // RFC 7240, section 2: the first of repeated preferences counts.
  const first = new Map(pairs.toReversed())
  const inOrder = new Map(pairs.map(([name]) => [name, first.get(name) ?? '']))
  try {
    for (const [name, value] of inOrder) apply(name, value, preferences)
  } catch (error) {
    if (error instanceof InputError) return { problem: error.message }
    throw error
  }
  return preferences
}

/** Adds a preference. Throws an InputError if its value is invalid. */
function apply(name: string, value: string, preferences: Preferences): void {
  const shape = Object.hasOwn(effects, name) ? effects[name] : undefined
  const text = names.find((preference) => preference === name)
  if (shape) Object.assign(preferences.effects, shape(value, childPointer('', name)))
  else if (text) preferences[text] = value
  else {
    preferences.ignored.push(name)
    return
  }
  preferences.applied.push(`${name}=${/^[\w.:-]+$/.test(value) ? value : quote(value)}`)
}

function parseCode(text: string): Effects | undefined {
  return /^\d{3}$/.test(text) && isCode(Number(text)) ? { code: Number(text) } : undefined
}

function parseRate(text: string): Effects | undefined {
  return /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(text) ? { rate: Number(text) } : undefined
}

type Pairs = (readonly [name: string, value: string])[]

const PREFERENCE = /([!#$%&'*+\-.^_`|~\w]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;]*)))?/g

function fromHeader(prefer: string): Pairs {
  return [...prefer.matchAll(PREFERENCE)].map(([, name = '', quoted, plain = '']) => [
    name.toLowerCase(),
    quoted?.replaceAll(/\\(.)/g, '$1') ?? plain,
  ])
}

function fromQuery(query: string): Pairs {
  if (!query.includes('__')) return []
  const pairs: Pairs = []
  for (const [key, value] of new URLSearchParams(query)) {
    if (!key.startsWith('__') || key === '__session') continue
    // `__fault=EMPTY_RESPONSE;rate=0.2` has the same parts as the header.
    const [first = '', ...more] = value.split(';')
    pairs.push([key.slice(2).toLowerCase(), first.trim()])
    for (const parameter of more) pairs.push(...fromHeader(parameter))
  }
  return pairs
}
