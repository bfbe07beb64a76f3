import { headerValue, type RequestHeaders } from '../records.ts'

// Names that are parts of other words (side, compass) only count on their own. `session` names a session of the mock, which is
// not a secret.
const SECRET =
  /auth|token|secret|passw|passphrase|pwd|cookie|(?:api|access)[-_. ]?key|sess(?:ion)?[-_]?id|credential|signature|jwt|bearer|(?<![a-z])(?:pass|sid)(?![a-z])/i
const CREDENTIALS = /^(?:proxy-)?authorization$/i
const SCHEME = /^(Bearer|Basic|Digest) +\S/i
const MASK = '***'

/** Masks the secrets in headers. Credentials keep their scheme, and a referrer and a location keep all but the secrets in their query. */
export function maskHeaders(headers: RequestHeaders): Record<string, string> {
  const names = Object.keys(headers)
  return Object.fromEntries(names.map((name) => [name, maskHeader(name, headerValue(headers, name) ?? '')]))
}

function maskHeader(name: string, value: string): string {
  if (/^(?:referr?er|location)$/i.test(name)) return maskTarget(value)
  if (!SECRET.test(name)) return value
  const [, scheme] = (CREDENTIALS.test(name) && SCHEME.exec(value)) || []
  return scheme === undefined ? MASK : `${scheme} ${MASK}`
}

/** Masks the secrets in a query: clients sometimes put tokens there by mistake. */
export function maskTarget(target: string): string {
  const mark = target.indexOf('?')
  if (mark === -1) return target
  const masked = target
    .slice(mark + 1)
    .split('&')
    .map(maskPairs)
  return `${target.slice(0, mark)}?${masked.join('&')}`
}

/** Semicolons can separate pairs or be part of a value, so text without a name after a secret is masked too. */
function maskPairs(pairs: string): string {
  let isSecret = false
  const masked = pairs.split(';').map((pair) => {
    const equals = pair.indexOf('=')
    if (equals === -1) return isSecret ? MASK : pair
    const name = pair.slice(0, equals)
    isSecret = SECRET.test(decodeBytes(name))
    return isSecret ? `${name}=${MASK}` : pair
  })
  return masked.join(';')
}

/** Decodes bytes one by one, which is enough for the names above and cannot fail on invalid UTF-8. */
function decodeBytes(name: string): string {
  return name.replaceAll(/%[0-9a-f]{2}/gi, (encoded) =>
    String.fromCharCode(Number.parseInt(encoded.slice(1), 16)),
  )
}
