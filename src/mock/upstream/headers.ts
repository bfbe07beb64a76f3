import { headerValue, type RequestHeaders } from '../records.ts'

/** Headers that concern one connection (RFC 9110, section 7.6.1), and those that only matter between the client and the mock. */
const NOT_FORWARDED = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // Of a body that is not sent.
  'content-length',
  'expect',
  // Without it, the service does not check whether the page may call it: the mock does.
  'origin',
  'x-plant-store-session',
])

/** Headers that would change how browsers treat the mock, or that the mock sets itself. */
const NOT_RETURNED =
  /^(?:access-control-.*|x-plant-store-.*|strict-transport-security|alt-svc|clear-site-data|content-length)$/

const HOP_BY_HOP = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/

/** The headers of a request as the service gets them. `via` names the mock. */
export function toUpstreamHeaders(
  headers: RequestHeaders,
  host: string,
  via: string,
): Record<string, string> {
  const named = listConnectionHeaders(headerValue(headers, 'connection') ?? '')
  const kept = Object.keys(headers).flatMap((name) => {
    const value = headerValue(headers, name)
    // The names of HTTP/2's pseudo-headers begin with a colon.
    const isDropped = name.startsWith(':') || NOT_FORWARDED.has(name) || named.has(name)
    return value === undefined || isDropped ? [] : [[name, value] as const]
  })
  const earlier = headerValue(headers, 'via')
  return {
    ...Object.fromEntries(kept),
    host,
    via: earlier === undefined ? via : `${earlier}, ${via}`,
  }
}

/** The headers of the service's response as the client gets them, with the length of its body. */
export function toClientHeaders(rawHeaders: readonly string[], length: number | undefined): string[] {
  const pairs = toPairs(rawHeaders)
  const named = listConnectionHeaders(listValues(rawHeaders, 'connection').join())
  const kept = pairs.filter(([name]) => {
    const lower = name.toLowerCase()
    return !HOP_BY_HOP.test(lower) && !NOT_RETURNED.test(lower) && !named.has(lower)
  })
  return [...kept.flat(), ...(length === undefined ? [] : ['Content-Length', String(length)])]
}

/** The values of a header, by its lower-case name. */
export function listValues(rawHeaders: readonly string[], name: string): string[] {
  return toPairs(rawHeaders).flatMap(([each, value]) => (each.toLowerCase() === name ? [value] : []))
}

function toPairs(rawHeaders: readonly string[]): (readonly [name: string, value: string])[] {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index] ?? '',
    rawHeaders[2 * index + 1] ?? '',
  ])
}

function listConnectionHeaders(value: string): ReadonlySet<string> {
  return new Set(value.split(',').map((name) => name.trim().toLowerCase()))
}
