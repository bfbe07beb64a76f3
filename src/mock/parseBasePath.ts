import { quote } from '../contract/words.ts'
import { normalisePath } from './normalisePath.ts'

/** The base path with which any prefix matches. */
export const ANY_PREFIX = '*'

export const BASE_PATH_IS = 'a percent-encoded path such as /v1 without a query, or * for any prefix'

/**
 * Normalises a base path so that the operation's path can follow it: `/v1`, `/v1/` and `v1` become `/v1`, and `/` becomes empty. `*` is any prefix.
 * Throws a RangeError if it is not a valid path.
 */
export function parseBasePath(text: string): string {
  if (text === '' || text === '/') return ''
  if (text === ANY_PREFIX || text === `/${ANY_PREFIX}`) return ANY_PREFIX
  const trimmed = text.replace(/^\//, '').replace(/\/$/, '')
  for (const segment of trimmed.split('/')) {
    // Clients resolve `.` and `..` before they send a request, so they could never reach such a path.
    const isValid =
      /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})+$/.test(segment) && !/^\.\.?$/.test(segment)
    if (!isValid) throw new RangeError(`expected ${BASE_PATH_IS}, got ${quote(text)}`)
  }
  return normalisePath(`/${trimmed}`) ?? ''
}

/** Whether a request for this path, as `normalisePath` returns it, is for the operation. */
export function isOperationPath(path: string, basePath: string, operation: string): boolean {
  return basePath === ANY_PREFIX ? path.endsWith(operation) : path === basePath + operation
}
