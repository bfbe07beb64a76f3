/** A request as a server of the corpus sees it. */
export type Ask = {
  method: string
  /** Of HTTP: `1.0` or `1.1`. */
  version: string
  /** The path, without the base path. */
  path: string
  /** The raw query, without its question mark. */
  query: string
  /** Values of `limit`, percent-decoded, in order. */
  limits: readonly string[]
  /** The first limit, where it is a positive int32. */
  limit: number | undefined
  /** Field values by name in lower case; repeated ones joined with a comma and a space. */
  headers: Readonly<Record<string, string>>
  /** Header lines as they came. */
  lines: readonly string[]
  user: 'first' | 'second' | undefined
  /** How many requests the server has had before, and how many of them on this connection. */
  earlier: number
  earlierHere: number
  /** How many requests are being answered now, this one included. */
  together: number
}

export type Answer = { status: number; headers: Readonly<Record<string, string>>; body: string | Buffer }

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** The answer with a JSON body. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return { status, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(value) }
}

/** An Error of the contract. */
export function error(status: number, message: string, headers: Record<string, string> = {}): Answer {
  return json(status, { error: status, message }, headers)
}

/** The correct implementation: everything else is told apart from it. */
export function correctAnswer(
  ask: Ask,
  lists: Readonly<Record<'first' | 'second', readonly unknown[]>>,
): Answer {
  if (ask.path !== '/plants') return error(404, 'there is nothing here')
  if (ask.method !== 'GET' && ask.method !== 'HEAD')
    return error(405, 'only GET is supported', { Allow: 'GET, HEAD' })
  if (ask.user === undefined) {
    const detail = ask.headers.authorization === undefined ? '' : ', error="invalid_token"'
    return error(401, 'a valid token is needed', { 'WWW-Authenticate': `Bearer realm="plants"${detail}` })
  }
  const [value, ...more] = ask.limits
  const list = lists[ask.user]
  if (value === undefined) return json(200, list)
  const limit = Number(value)
  if (more.length > 0 || !/^-?\d+$/.test(value) || limit < 0 || limit > 2147483647)
    return error(400, 'limit must be an integer from 0 to 2147483647')
  return json(200, list.slice(0, limit))
}
