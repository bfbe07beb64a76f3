import { mismatch } from '../contract/shape.ts'
import { quote } from '../contract/words.ts'

/** The base path that matches every prefix, which is the default. */
export const ANY_PREFIX = '*'

export const BASE_PATH_IS = 'a percent-encoded path such as /v1 without a query, or * for any prefix'

/**
 * Normalises a base path so that the operation's path can follow it: `/v1`, `/v1/` and `v1` become `/v1`, and `/` becomes empty. `*` means
 * any prefix. Throws a RangeError if the path is invalid.
 */
export function parseBasePath(text: string): string {
  if (text === '' || text === '/') return ''
  if (text === ANY_PREFIX || text === `/${ANY_PREFIX}`) return ANY_PREFIX
  const trimmed = text.replace(/^\//, '').replace(/\/$/, '')
  for (const segment of trimmed.split('/')) {
    // Most clients resolve `.` and `..` before they send a request, so they cannot request a path with these segments.
    const isValid = /^(?:[\w\-.~!$&'()*+,;=:@]|%[\dA-Fa-f]{2})+$/.test(segment) && !/^\.\.?$/.test(segment)
    if (!isValid) throw new RangeError(`expected ${BASE_PATH_IS}, got ${quote(text)}`)
  }
  return normalisePath(`/${trimmed}`) ?? ''
}

/** Whether a path that `normalisePath` has normalised is the operation's path. */
export function isOperationPath(path: string, basePath: string, operation: string): boolean {
  return basePath === ANY_PREFIX ? path.endsWith(operation) : path === basePath + operation
}

/** Returns the base path for pages on the mock's origin. If the mock accepts every prefix, this path is `/api`, as in many projects. */
export function pageBaseUrl(basePath: string): string {
  return basePath === ANY_PREFIX ? '/api' : basePath
}

/** Returns the mock's URL for programs on this machine, without a trailing slash. */
export function formatBaseUrl(
  scheme: 'http' | 'https',
  host: string,
  port: number,
  basePath: string,
): string {
  return `${scheme}://${authority(host)}:${port}${basePath === ANY_PREFIX ? '' : basePath}`
}

function authority(host: string): string {
  // A mock can listen on all addresses, but the URL for a client needs a single address.
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  // A host with a colon is an IPv6 address. This test avoids `isIPv6`, whose regular expression takes milliseconds to compile.
  return host.includes(':') ? `[${host}]` : host
}

const BASE_URL_IS = '* or a URL such as https://plants.example/v1'

/** Reads a base URL. `*` as its origin means any origin. Throws a RangeError if the text is not a base URL. */
export function parseBaseUrl(baseUrl: string): { origin: string; basePath: string } {
  if (typeof baseUrl !== 'string') throw mismatch('/baseUrl', BASE_URL_IS, baseUrl)
  const [, origin = '', basePath = ''] = /^(\*|https?:\/\/[^/?#]+)(\/[^?#]*)?$/i.exec(baseUrl) ?? []
  if (origin !== '*' && !URL.canParse(origin)) throw mismatch('/baseUrl', BASE_URL_IS, baseUrl)
  return { origin: origin === '*' ? origin : new URL(origin).origin, basePath }
}

/** Whether a URL is the URL of the operation. `path` is the operation's path on the mock, including the base path. */
export function matchUrl(url: URL, origin: string, path: string): boolean {
  if (origin !== '*' && url.origin !== origin) return false
  const asked = normalisePath(url.pathname)
  return path.startsWith(ANY_PREFIX)
    ? asked?.endsWith(path.slice(ANY_PREFIX.length)) === true
    : asked === path
}

/**
 * Normalises the escapes in a path (RFC 3986, sections 6.2.2.1 and 6.2.2.2): `/pl%61nts` becomes `/plants`, and `%2f` becomes `%2F`, which
 * is not a slash. Returns undefined if a percent sign does not start an escape.
 */
// 12 equivalent mutants: The contract does not specify other paths, other methods or other spellings of the path.
export function normalisePath(path: string): string | undefined {
  if (/%(?![0-9A-Fa-f]{2})/.test(path)) return undefined
  return path.replaceAll(/%[0-9A-Fa-f]{2}/g, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return /[A-Za-z0-9\-._~]/.test(character) ? character : escaped.toUpperCase()
  })
}
