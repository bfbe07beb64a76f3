import { childPointer } from '../../contract/jsonPointer.ts'
import { InputError, mismatch, parsed, type Shape } from '../../contract/shape.ts'
import { quote } from '../../contract/words.ts'
import { isControl } from '../control/checkAccess.ts'
import { headerValue, type RequestRecord } from '../records.ts'
import { isStatus, type Override, overrideShapes, STATUS_IS } from './override.ts'

/** What one request asks for, in `Prefer` or in the query. */
export type Preferences = {
  override: Override
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

/** Reads `0.2`, but not `2e-1`. */
const rate: Shape<number> = (value, pointer) => {
  if (typeof value === 'string' && /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(value)) return Number(value)
  throw mismatch(pointer, 'a number from 0 to 1, such as 0.2', value)
}

const code = parsed(
  (text) => (/^\d{3}$/.test(text) && isStatus(Number(text)) ? Number(text) : undefined),
  STATUS_IS,
)

/** The preferences that change members of an override, which have the same names but for the status, which is Prism's `code`. */
const overrides: Readonly<Record<string, Shape<Override>>> = {
  code: (value, pointer) => ({ status: code(value, pointer) }),
  delay: (value, pointer) => ({ delay: overrideShapes.delay(value, pointer) }),
  fault: (value, pointer) => ({ fault: overrideShapes.fault(value, pointer) }),
  rate: (value, pointer) => ({ rate: rate(value, pointer) }),
}
/** The preferences whose values are names, which the dataset checks. */
const names = ['example', 'scenario', 'user'] as const

/** The names of all preferences. */
export const preferenceNames: readonly string[] = [...Object.keys(overrides), ...names]

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
  const preferences: Preferences = { override: {}, applied: [], ignored: [] }
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
  const shape = Object.hasOwn(overrides, name) ? overrides[name] : undefined
  const text = names.find((preference) => preference === name)
  if (shape) Object.assign(preferences.override, shape(value, childPointer('', name)))
  else if (text) preferences[text] = value
  else {
    preferences.ignored.push(name)
    return
  }
  preferences.applied.push(`${name}=${/^[\w.:-]+$/.test(value) ? value : quote(value)}`)
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

/**
 * Gives a request the `__` parameters of the page that sent it, unless it asks for something itself. A link such as `/?__scenario=slow`
 * then opens a page in that state. Pages of other origins, and the console, have no say.
 */
export function withPageParameters(request: RequestRecord): RequestRecord {
  const { target, headers } = request
  const page = headerValue(headers, 'referer')
  const mark = page?.indexOf('?') ?? -1
  if (page === undefined || mark === -1 || !page.includes('__', mark)) return request
  if (headers.prefer !== undefined || target.includes('__')) return request
  const url = URL.parse(page)
  if (url === null || isControl(url.pathname)) return request
  // A server behind a proxy doesn't know the scheme of its pages.
  if (URL.parse(`${url.protocol}//${headerValue(headers, 'host')}`)?.origin !== url.origin) return request
  const parameters = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair.startsWith('__'))
  if (parameters.length === 0) return request
  const separator = target.includes('?') ? '&' : '?'
  return { ...request, target: target + separator + parameters.join('&'), isLinked: true }
}
