import { quote } from '../contract/quote.ts'
import { normalisePath } from './normalisePath.ts'

/**
 * A base path as it stands before the operation's path: `/v1` for `/v1`, `/v1/` and `v1`; empty for `/`.
 * Throws a RangeError when it could not stand there.
 */
export function parseBasePath(text: string): string {
  if (text === '' || text === '/') return ''
  const trimmed = text.replace(/^\//, '').replace(/\/$/, '')
  for (const segment of trimmed.split('/')) {
    // Clients resolve `.` and `..` away before they send a request, so such a path could never be reached.
    const sound =
      /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})+$/.test(segment) && !/^\.\.?$/.test(segment)
    if (!sound)
      throw new RangeError(`expected a path like /v1, percent-encoded, without query, got ${quote(text)}`)
  }
  return normalisePath(`/${trimmed}`) ?? ''
}
