export type User = 'first' | 'second' | 'third'

/** A request to an implementation. */
export type IncomingRequest = {
  method: string
  /** HTTP version: `1.0` or `1.1`. */
  version: string
  /** The path and query, or the whole URL. */
  target: string
  /** The path, without the base path. */
  path: string
  /** The raw query, without its question mark. */
  query: string
  /** All percent-decoded values of `limit`, in order. */
  limits: readonly string[]
  /** The first limit, if it is a positive int32. */
  limit: number | undefined
  /** Header values by lower-case name. A comma and a space join the values of repeated headers. */
  headers: Readonly<Record<string, string>>
  /** The header lines exactly as the client sent them. */
  lines: readonly string[]
  user: User | undefined
  /** The number of earlier requests to the server. */
  requestsBefore: number
  /** The number of earlier requests on this connection. */
  requestsOnConnection: number
  /** The number of current requests to the server, including this request. */
  concurrent: number
}

export type OutgoingResponse = {
  status: number
  headers: Readonly<Record<string, string>>
  body: string | Buffer
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Creates a response with a JSON body. */
export function jsonResponse(
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): OutgoingResponse {
  return { status, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(value) }
}

/** Creates a response whose body is an Error. */
export function errorResponse(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): OutgoingResponse {
  return jsonResponse(status, { error: status, message }, headers)
}

/** Creates a response with an HTML page. */
export function htmlResponse(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): OutgoingResponse {
  return { status, headers: { 'Content-Type': 'text/html', ...headers }, body }
}

/** Creates a response without a body. */
export function emptyResponse(status: number, headers: Record<string, string> = {}): OutgoingResponse {
  return { status, headers, body: '' }
}

/** Returns a copy of a response with additional or changed headers. */
export function withHeaders(response: OutgoingResponse, headers: Record<string, string>): OutgoingResponse {
  return { ...response, headers: { ...response.headers, ...headers } }
}

/** Responds according to the contract. Each other implementation defines its difference from this function. */
export function correctResponse(
  request: IncomingRequest,
  lists: Readonly<Record<User, readonly unknown[]>>,
): OutgoingResponse {
  if (request.path !== '/plants') return errorResponse(404, 'there is nothing here')
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return errorResponse(405, 'only GET is supported', { Allow: 'GET, HEAD' })
  if (request.user === undefined) {
    const detail = request.headers.authorization === undefined ? '' : ', error="invalid_token"'
    return errorResponse(401, 'the request needs a valid token', {
      'WWW-Authenticate': `Bearer realm="plants"${detail}`,
    })
  }
  const [value, ...more] = request.limits
  const list = lists[request.user]
  if (value === undefined) return jsonResponse(200, list)
  const limit = Number(value)
  if (more.length > 0 || !/^-?\d+$/.test(value) || limit < 0 || limit > 2147483647)
    return errorResponse(400, 'limit must be an integer from 0 to 2147483647')
  return jsonResponse(200, list.slice(0, limit))
}
