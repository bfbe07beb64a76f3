import { combine } from './change.ts'
import { type Difference, type Variation, valid } from './implementation.ts'
import {
  addHeaders,
  changeHeaders,
  chunked,
  interimResponses,
  rewrite,
  statusLine,
  untilClose,
} from './rewrite.ts'

/** Creates servers that combine many variations. */
export function mixed(single: readonly Variation[]): Variation[] {
  const find = (id: string): Difference => {
    const found = single.find((each) => each.id === id)
    if (!found) throw new Error(`no variation has the id ${id}`)
    return found.difference
  }
  const combineIds = (...ids: readonly string[]): Difference => combine(...ids.map(find))
  return [
    ...valid('V49 V53 V28 V21 V34', {
      'old-and-far-away: speaks HTTP/1.0 behind an old proxy, redirects, throttles requests and hides the operation':
        combine(
          combineIds(
            'refuses-404',
            'limit-zero-everything',
            'error-with-exponent',
            'throttles-at-once-again',
            'moved-301',
          ),
          rewrite(
            statusLine((line) => line.replace(/^HTTP\/1.1 (\d+).*/, 'HTTP/1.0 $1 ')),
            changeHeaders((name, value) => `${name.toUpperCase()}:\t${value}`),
            untilClose,
          ),
        ),
      'every-oddity-of-text (V02 V13 V14 V15 V54 V55): escapes, nests and pads its JSON and sends it in tiny chunks with trailers':
        combine(
          combineIds(
            'error-extra-members',
            'extra-members',
            'all-escaped',
            'white-space-around',
            'etag-changes',
          ),
          rewrite(
            chunked([1, 2, 3], { extension: ';x="\\";"', trailers: 'Content-MD5: x\r\n' }),
            interimResponses('HTTP/1.1 103 Early Hints', 'HTTP/1.1 100 Continue'),
            addHeaders('Set-Cookie: a=b', 'Set-Cookie: c=d'),
          ),
        ),
      'lively-and-busy (V10 V29 V45 V59 V71): keeps changing its list, is unavailable at times and closes every connection':
        combine(
          combineIds(
            'list-grows',
            'unknown-parameter-400',
            'limit-outside-422',
            'away-503',
            'slow-in-company',
          ),
          { write: (socket, bytes) => void socket.end(bytes) },
        ),
      'strict-about-everything (C23 V45 V62 V24): rejects most limits, unknown parameters, other methods and missing tokens, each in a different way':
        combineIds(
          'limit-5-10-20-only',
          'other-methods-501',
          'refuses-each-differently',
          'unknown-parameter-400',
          'error-pretty-printed',
          'blocks-with-403',
        ),
      'lenient-about-everything (V36 V37 V48 V43): ignores invalid limits, serves any spelling of its path and never returns 400':
        combineIds(
          'any-spelling-of-the-path',
          'limit-outside-ignored',
          'order-changes',
          'etag',
          'refuses-403',
        ),
    }),
  ]
}
