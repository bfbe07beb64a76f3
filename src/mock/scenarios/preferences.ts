import { quote } from '../../contract/quote.ts'
import { DELAY_IS, DRIBBLE_IS, parseDelay, parseDribble } from './delay.ts'
import { type Effects, wireFaults } from './effects.ts'
import { isCode } from './readEffects.ts'

/** What one request asks for, by `Prefer` or by its twins in the query. */
export type Preferences = {
  effects: Effects
  /** An example of the contract to answer with. */
  example?: string
  scenario?: string
  /** A user's name, to be answered as that user. */
  user?: string
  /** What is known of it, as it came: for `Preference-Applied`. */
  applied: string[]
  /** Names of preferences that the mock does not know. */
  ignored: string[]
}

type Read = (value: string, into: Preferences) => string | undefined

/** Each preference: takes its value, or says what it expected. */
const known: Record<string, Read> = {
  code: (value, { effects }) => {
    if (!/^\d{3}$/.test(value) || !isCode(Number(value))) return 'an HTTP status: 200, or 400 to 599'
    effects.code = Number(value)
    return undefined
  },
  delay: (value, { effects }) => {
    const delay = parseDelay(value)
    Object.assign(effects, delay)
    return delay ? undefined : DELAY_IS
  },
  dribble: (value, { effects }) => {
    const dribble = parseDribble(value)
    Object.assign(effects, dribble)
    return dribble ? undefined : DRIBBLE_IS
  },
  fault: (value, { effects }) => {
    const fault = wireFaults.find((each) => each === value)
    if (fault === undefined) return `one of ${wireFaults.join(', ')}`
    effects.fault = fault
    return undefined
  },
  rate: (value, { effects }) => {
    if (!/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(value)) return 'a share from 0 to 1, such as 0.2'
    effects.rate = Number(value)
    return undefined
  },
  example: (value, into) => {
    into.example = value
    return undefined
  },
  scenario: (value, into) => {
    into.scenario = value
    return undefined
  },
  user: (value, into) => {
    into.user = value
    return undefined
  },
}

/** What can be asked for. */
export const preferenceNames: readonly string[] = Object.keys(known)

/**
 * Reads what a request prefers, undefined when it is nothing, or why it cannot be had. `Prefer` is RFC 7240's; commas and
 * semicolons part preferences alike. Where it is there, the query's `__code` and so on are not looked at, as Prism has it.
 */
export function readPreferences(
  prefer: string | undefined,
  query: string,
): Preferences | { problem: string } | undefined {
  const pairs = prefer === undefined ? fromQuery(query) : fromHeader(prefer)
  if (pairs.length === 0) return undefined
  const preferences: Preferences = { effects: {}, applied: [], ignored: [] }
  const seen = new Set<string>()
  for (const [name, value] of pairs) {
    const read = Object.hasOwn(known, name) ? known[name] : undefined
    // RFC 7240, 2: of a preference that comes twice the first counts.
    if (seen.has(name)) continue
    seen.add(name)
    if (!read) {
      preferences.ignored.push(name)
      continue
    }
    const expected = read(value, preferences)
    if (expected !== undefined) return { problem: `${name} must be ${expected}, got ${quote(value)}` }
    preferences.applied.push(`${name}=${/^[\w.:-]+$/.test(value) ? value : quote(value)}`)
  }
  return preferences
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
    // `__fault=EMPTY_RESPONSE;rate=0.2`, as the header has it.
    const [first = '', ...more] = value.split(';')
    pairs.push([key.slice(2).toLowerCase(), first.trim()])
    for (const parameter of more) pairs.push(...fromHeader(parameter))
  }
  return pairs
}
