import { fieldOf, type RequestHeaders } from '../records.ts'

const SECRET = /auth|token|secret|passw|cookie|api-?key|credential|signature/i
const MASK = '***'

/** Fields as they may be shown: of an Authorization the scheme is left. */
export function maskFields(headers: RequestHeaders): Record<string, string> {
  const names = Object.keys(headers)
  return Object.fromEntries(names.map((name) => [name, maskField(name, fieldOf(headers, name) ?? '')]))
}

function maskField(name: string, value: string): string {
  if (!SECRET.test(name)) return value
  const [, scheme] = /^([A-Za-z][\w-]*) +\S/.exec(value) ?? []
  return scheme === undefined ? MASK : `${scheme} ${MASK}`
}

/** A path with its query as it may be shown: clients put tokens there by mistake. */
export function maskTarget(target: string): string {
  const mark = target.indexOf('?')
  if (mark === -1) return target
  const pairs = target.slice(mark + 1).split('&')
  const masked = pairs.map((pair) => {
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(equals, 0))
    return SECRET.test(unescaped(name)) ? `${name}=${MASK}` : pair
  })
  return `${target.slice(0, mark)}?${masked.join('&')}`
}

function unescaped(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
