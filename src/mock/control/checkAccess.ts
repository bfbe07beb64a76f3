import { errorAnswer } from '../handler/answers.ts'
import { bearerToken } from '../handler/bearerToken.ts'
import type { Cors } from '../handler/cors.ts'
import { headerValue, type RequestHeaders, type ResponseRecord } from '../records.ts'

/** Who may use the control API. */
export type ControlAccess = {
  /** Opens it to other machines, as `Authorization: Bearer <token>`. */
  adminToken: string | undefined
  /** Pages of other origins that may use it. */
  adminCors: Cors
}

/** What proxies add: behind one everybody seems to be on this machine. */
const FROM_ELSEWHERE = [
  ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'],
  ...['cf-connecting-ip', 'true-client-ip'],
]

/** Why a request to the control API is refused; undefined where it is not. `isLoopback`: its peer is on this machine. */
export function checkAccess(
  headers: RequestHeaders,
  isLoopback: boolean,
  { adminToken, adminCors }: ControlAccess,
): ResponseRecord | undefined {
  if (isForeign(headers, adminCors))
    return errorAnswer(
      'control',
      403,
      'a page of another origin may not use the control API; see --admin-cors',
    )
  const bearer = bearerToken(headerValue(headers, 'authorization'))
  if (adminToken !== undefined && typeof bearer === 'object' && isSame(bearer.token, adminToken))
    return undefined
  if (
    isLoopback &&
    isLocalName(headerValue(headers, 'host')) &&
    FROM_ELSEWHERE.every((name) => headers[name] === undefined)
  )
    return undefined
  return adminToken === undefined
    ? errorAnswer('control', 403, 'the control API answers only this machine; see --admin-token')
    : errorAnswer('control', 401, 'the control API needs the token of --admin-token', [
        'WWW-Authenticate',
        'Bearer realm="plant-store-admin"',
      ])
}

/** A page that the mock did not serve: it could send requests from the browser of somebody on this machine. */
function isForeign(headers: RequestHeaders, allowed: Cors): boolean {
  const origin = headerValue(headers, 'origin')
  if (origin === undefined) return headerValue(headers, 'sec-fetch-site') === 'cross-site'
  if (allowed === '*' || (allowed !== 'off' && allowed.includes(origin))) return false
  return !/^https?:\/\//.test(origin) || origin.replace(/^https?:\/\//, '') !== headerValue(headers, 'host')
}

/** A name of this machine: a page elsewhere may have let its own name point here (DNS rebinding). */
function isLocalName(host = ''): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(name)
}

/** In the same time wherever they differ. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let index = 0; index < other.length; index++)
    difference |= (one.charCodeAt(index) || 0) ^ other.charCodeAt(index)
  return difference === 0
}
