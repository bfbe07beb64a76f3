import { headerValue, type RequestHeaders } from '../records.ts'

// What begins or ends other words (side, compass) counts only where it stands alone. `session` by itself names a session of
// the mock's, which is no secret.
const SECRET =
  /auth|token|secret|passw|passphrase|pwd|cookie|(?:api|access)[-_. ]?key|sess(?:ion)?[-_]?id|credential|signature|jwt|bearer|(?<![a-z])(?:pass|sid)(?![a-z])/i
const CREDENTIALS = /^(?:proxy-)?authorization$/i
const SCHEME = /^(Bearer|Basic|Digest) +\S/i
const MASK = '***'

/** Fields as they may be shown: of credentials the scheme is left, of a referrer what stands before its query. */
export function maskHeaders(headers: RequestHeaders): Record<string, string> {
  const names = Object.keys(headers)
  return Object.fromEntries(names.map((name) => [name, maskField(name, headerValue(headers, name) ?? '')]))
}

function maskField(name: string, value: string): string {
  if (/^referr?er$/i.test(name)) return maskTarget(value)
  if (!SECRET.test(name)) return value
  const [, scheme] = (CREDENTIALS.test(name) && SCHEME.exec(value)) || []
  return scheme === undefined ? MASK : `${scheme} ${MASK}`
}

/** A path with its query as it may be shown: clients put tokens there by mistake. */
export function maskTarget(target: string): string {
  const mark = target.indexOf('?')
  if (mark === -1) return target
  const masked = target
    .slice(mark + 1)
    .split('&')
    .map(maskPairs)
  return `${target.slice(0, mark)}?${masked.join('&')}`
}

/** Some part semicolons as well; others have them in values, so that what has no name may go on a secret. */
function maskPairs(pairs: string): string {
  let isSecret = false
  const masked = pairs.split(';').map((pair) => {
    const equals = pair.indexOf('=')
    if (equals === -1) return isSecret ? MASK : pair
    const name = pair.slice(0, equals)
    isSecret = SECRET.test(unescaped(name))
    return isSecret ? `${name}=${MASK}` : pair
  })
  return masked.join(';')
}

/** Byte by byte, which is enough for the names above, and cannot fail at what is no UTF-8. */
function unescaped(name: string): string {
  return name.replaceAll(/%[0-9a-f]{2}/gi, (encoded) =>
    String.fromCharCode(Number.parseInt(encoded.slice(1), 16)),
  )
}
