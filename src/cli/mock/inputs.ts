import type { Cors } from '../../mock/handler/cors.ts'
import { isBearerToken } from '../../mock/handler/readBearerToken.ts'
import { parseBasePath } from '../../mock/parseBasePath.ts'
import { DELAY_IS, type Delay, parseDelay } from '../../mock/scenarios/override.ts'
import { type MockWhen, parseMockWhen, parseUpstream } from '../../mock/upstream/upstream.ts'
import { UsageError } from '../errors.ts'

export function toPort(text: string): number {
  if (/^[0-9]{1,5}$/.test(text) && Number(text) <= 65535) return Number(text)
  throw new UsageError(`expected a port from 0 to 65535, got "${text}"`)
}

export function toHost(text: string): string {
  if (text.trim() !== '') return text
  throw new UsageError(
    'expected an address or a host name to listen on, such as 127.0.0.1, got an empty string',
  )
}

export function toBasePath(text: string): string {
  return checked(() => {
    parseBasePath(text)
    return text
  })
}

/** The message does not quote the URL, which may contain a password. */
export function toUpstream(text: string): string {
  return checked(() => parseUpstream(text).href)
}

export function toMockWhen(text: string): MockWhen[] {
  return checked(() => text.split(',').map((each) => parseMockWhen(each.trim())))
}

/** Turns the RangeError of a parser into a UsageError. */
function checked<Value>(parse: () => Value): Value {
  try {
    return parse()
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error
  }
}

export function toDelay(text: string): Delay {
  if (parseDelay(text)) return text as Delay
  throw new UsageError(`expected ${DELAY_IS}, got "${text}"`)
}

export function toCors(text: string): Cors {
  if (text === '*' || text === 'off') return text
  return text.split(',').map((origin) => toOrigin(origin.trim()))
}

/** Accepts a trailing slash, which address bars show and `Origin` headers never have. */
function toOrigin(text: string): string {
  const url = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (url && (text === url.origin || text === `${url.origin}/`)) return url.origin
  if (url && `${url.pathname}${url.search}${url.hash}` !== '/')
    throw new UsageError(`an origin has no path: expected ${url.origin}, got "${text}"`)
  throw new UsageError(`expected *, off, or origins such as https://app.example.com, got "${text}"`)
}

/** The message does not quote the token. */
export function toToken(text: string): string {
  if (isBearerToken(text)) return text
  throw new UsageError(
    'expected a valid bearer token: letters, digits and - . _ ~ + /, optionally followed by = (RFC 6750, section 2.1)',
  )
}
