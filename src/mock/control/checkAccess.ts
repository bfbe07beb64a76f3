import { errorAnswer, withHeaders } from '../handler/answers.ts'
import { readBearerToken } from '../handler/bearer.ts'
import { headerValue, type RequestHeaders, type ResponseRecord } from '../records.ts'

/** The rules about who can use the control API. */
export type ControlAccess = {
  /** The token that other machines and pages from other origins must send: `Authorization: Bearer <token>`. */
  adminToken: string | undefined
}

/** Headers that proxies add. If a proxy runs on this machine, its clients also seem to run on this machine. */
const PROXY_HEADER = /^(?:forwarded|via|x-forwarded-.*|x-real-ip|cf-connecting-ip|true-client-ip)$/

/** Returns the error for a request that may not use the control API. `isLoopback`: the client's address is a loopback address. */
export function checkAccess(
  { headers, isLoopback }: { headers: RequestHeaders; isLoopback: boolean },
  { adminToken }: ControlAccess,
): ResponseRecord | undefined {
  const bearer = readBearerToken(headerValue(headers, 'authorization'))
  if (adminToken !== undefined && typeof bearer === 'object' && isSame(bearer.token, adminToken))
    return undefined
  const refuse = (status: number, message: string) => errorAnswer('control', status, message)
  if (isCrossOrigin(headers))
    return refuse(403, 'pages from other origins must send the token from --admin-token')
  const isProxied = Object.keys(headers).some((name) => PROXY_HEADER.test(name))
  if (isLoopback && !isProxied && isLocalName(headerValue(headers, 'host'))) return undefined
  if (adminToken === undefined) return refuse(403, ONLY_LOCAL)
  const refusal = refuse(401, 'to use the control API, send the token from --admin-token')
  return withHeaders(refusal, { 'WWW-Authenticate': 'Bearer realm="plant-store-admin"' })
}

const ONLY_LOCAL =
  "only programs on the mock's machine can use the control API; to allow other programs, set --admin-token (adminToken in code)"

/** Whether a browser sent the request for a page on another origin or, if the request has no Origin header, on another site. */
function isCrossOrigin(headers: RequestHeaders): boolean {
  const origin = headerValue(headers, 'origin')
  if (origin === undefined) return headerValue(headers, 'sec-fetch-site') === 'cross-site'
  return !/^https?:\/\//.test(origin) || origin.replace(/^https?:\/\//, '') !== headerValue(headers, 'host')
}

/** Whether the Host header is a local name. Other host names can also lead to this machine, which attackers use (DNS rebinding). */
function isLocalName(host = ''): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(name)
}

/** Compares two tokens in constant time, so that response times don't reveal the admin token. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let index = 0; index < other.length; index++)
    difference |= (one.charCodeAt(index) || 0) ^ other.charCodeAt(index)
  return difference === 0
}

/** The path of the control API, which does not depend on the base path. */
export const ROOT = '/__admin'

/** Whether a request goes to the control API. */
export function isControl(target: string): boolean {
  return target === ROOT || target.startsWith(`${ROOT}/`) || target.startsWith(`${ROOT}?`)
}
