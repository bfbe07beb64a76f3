import { childPointer } from '../../contract/jsonPointer.ts'
import { InputError, type Shape } from '../../contract/shape.ts'
import { didYouMean } from '../../contract/suggest.ts'
import { quote } from '../../contract/words.ts'
import { isControl } from '../control/checkAccess.ts'
import { headerValue, type RequestRecord } from '../records.ts'
import { delay, type Override, overrideShapes, status } from './override.ts'

/** The preferences of one request, from `Prefer` or from the query. */
export type Preferences = {
  override: Override
  /** The name of the user whom the mock treats as the sender of the request. */
  user?: string
  /** The known preferences, for `Preference-Applied`. */
  applied: string[]
  /** A suggestion for an unknown name. */
  hint?: string
}

/** The shapes of the preferences' values. The data decides which names of scenarios and users are valid. */
export type PreferenceShapes = Readonly<Record<'scenario' | 'user', Shape<string>>>

/**
 * Reads the preferences of a request. Returns undefined if the request has no preferences, and a problem if a value is invalid. `Prefer`
 * follows RFC 7240, but semicolons also separate preferences. If a request has this header, the mock ignores preferences in the query, as
 * Prism does.
 */
export function readPreferences(
  prefer: string | undefined,
  query: string,
  shapes: PreferenceShapes,
): Preferences | { problem: string } | undefined {
  if (prefer === undefined && !query.includes('__')) return undefined
  const pairs = prefer === undefined ? fromQuery(query) : fromHeader(prefer)
  if (pairs.length === 0) return undefined
  // Each preference has the name of a property. The name `code`, as in Prism, also sets the status.
  const { fault } = overrideShapes
  const known = new Map(Object.entries<Shape<unknown>>({ code: status, status, delay, fault, ...shapes }))
  const applied: string[] = []
  let hint = ''
  let read: Override & { user?: string } = {}
  try {
    // If a preference is repeated, the first value counts (RFC 7240, section 2). The map keeps the order of the request.
    for (const [name, value] of new Map([...pairs, ...pairs.toReversed()])) {
      const shape = known.get(name)
      if (shape === undefined) hint ||= suggest(name, [...known.keys()])
      else {
        read = { ...read, [name === 'code' ? 'status' : name]: shape(value, childPointer('', name)) }
        applied.push(`${name}=${/^[\w.:-]+$/.test(value) ? value : quote(value)}`)
      }
    }
  } catch (error) {
    if (error instanceof InputError) return { problem: error.message }
    throw error
  }
  // `Prefer` may contain preferences for other programs, but an unknown name in the query is a mistake.
  if (prefer === undefined && hint) return { problem: hint }
  const { user, ...override } = read
  return { override, applied, ...(user !== undefined && { user }), ...(hint && { hint }) }
}

function suggest(name: string, names: readonly string[]): string {
  const similar = names.filter(({ length }) => Math.abs(length - name.length) < 2)
  const meant = didYouMean(name, similar)
  return meant && `unknown preference ${quote(name)}; ${meant}`
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
  return [...new URLSearchParams(query)].flatMap(([key, value]) =>
    key.startsWith('__') && key !== '__session' ? [[key.slice(2).toLowerCase(), value.trim()] as const] : [],
  )
}

/**
 * Gives a request the `__` parameters of the page that sent it, unless the request has its own preferences. A link such as
 * `/?__scenario=slow` then opens a page with this scenario. Pages on other hosts and the console have no such effect.
 */
export function withPageParameters(request: RequestRecord): RequestRecord {
  const { target, headers } = request
  const page = headerValue(headers, 'referer')
  const mark = page?.indexOf('?') ?? -1
  if (page === undefined || mark === -1 || !page.includes('__', mark)) return request
  if (headers.prefer !== undefined || target.includes('__')) return request
  const url = URL.parse(page)
  if (url === null || isControl(url.pathname)) return request
  // Compare only hosts, because a server behind a proxy does not know the scheme of its pages.
  if (URL.parse(`${url.protocol}//${headerValue(headers, 'host')}`)?.origin !== url.origin) return request
  const parameters = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair.startsWith('__'))
  if (parameters.length === 0) return request
  const separator = target.includes('?') ? '&' : '?'
  return { ...request, target: target + separator + parameters.join('&'), isLinked: true }
}
