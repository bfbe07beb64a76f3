import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { User } from '../../../src/mock/fixtures/fixtures.ts'

/** A stored list in one coding, with its own strong entity tag. */
type Representation = { bytes: Buffer; tag: string; headers: Record<string, string> }

/** Creates a server that uses only node:http, with entity tags, conditional requests and gzip. */
export function createCachingServer(users: readonly User[]): Server {
  const stored = new Map<string, Representation>()
  // 2 equivalent mutants: The only effect is that the same list is encoded again.
  const represent = (user: User, limit: number, gzip: boolean): Representation => {
    const key = `${user.name} ${Math.min(limit, user.plants.length)} ${gzip}`
    const known = stored.get(key)
    if (known) return known
    const json = Buffer.from(JSON.stringify(user.plants.slice(0, limit)))
    const bytes = gzip ? gzipSync(json) : json
    const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
    const made = { bytes, tag, headers: gzip ? { 'Content-Encoding': 'gzip' } : {} }
    stored.set(key, made)
    return made
  }

  return createServer((request, response) => {
    // 1 equivalent mutant: node:http drops an unread body itself when the response ends.
    request.resume()
    const [path, query] = String(request.url).split('?')
    // 2 equivalent mutants: The contract does not define other paths, methods or spellings of the path.
    if (path !== '/plants') {
      // 1 equivalent mutant: The contract does not define message texts or additional headers.
      sendError(response, 404, 'nothing here')
      return
    }
    // 2 equivalent mutants: The contract does not define other paths, methods or spellings of the path.
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      // 1 equivalent mutant: The contract does not define message texts or additional headers.
      sendError(response, 405, 'only GET and HEAD are allowed', { Allow: 'GET, HEAD' })
      return
    }
    const { authorization = '' } = request.headers
    const user = users.find(({ token }) => readToken(authorization) === token)
    if (!user) {
      // 2 equivalent mutants: Other challenges are valid, and so is a token after exactly one space.
      const error = authorization === '' ? '' : ', error="invalid_token"'
      // 1 equivalent mutant: The contract does not define message texts or additional headers.
      sendError(response, 401, 'the request needs a valid token', {
        'WWW-Authenticate': `Bearer realm="plants"${error}`,
      })
      return
    }
    const limit = readLimit(new URLSearchParams(query).getAll('limit'))
    // 2 equivalent mutants: An invalid limit may get 400, or any list.
    if (limit === undefined) {
      // 1 equivalent mutant: The contract does not define message texts or additional headers.
      sendError(response, 400, 'limit must be one integer from 1 to 2147483647')
      return
    }
    // 1 equivalent mutant: A server may always answer without a coding, or with any coding.
    send(request, response, represent(user, limit, acceptsGzip(request.headers['accept-encoding'])))
  })
}

function send(request: IncomingMessage, response: ServerResponse, representation: Representation): void {
  const { bytes, tag, headers } = representation
  response.setHeader('ETag', tag)
  // 1 equivalent mutant: The contract does not define message texts or additional headers.
  response.setHeader('Cache-Control', 'private, no-cache')
  // 1 equivalent mutant: With no-cache, caches ask before each use.
  response.setHeader('Vary', 'Accept-Encoding, Authorization')
  // 3 equivalent mutants: A server may always answer with the whole list.
  if (matches(request.headers['if-none-match'], tag)) {
    response.writeHead(304).end()
    return
  }
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length, ...headers })
  response.end(bytes)
}

// 1 equivalent mutant: The contract does not define message texts or additional headers.
function sendError(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  const body = JSON.stringify({ error: status, message })
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    ...headers,
  })
  response.end(body)
}

// 1 equivalent mutant: Other challenges are valid, and so is a token after exactly one space.
const readToken = (authorization: string): string | undefined => /^bearer +(\S+)$/i.exec(authorization)?.[1]

// 14 equivalent mutants: An invalid limit may get 400, or any list.
function readLimit(values: readonly string[]): number | undefined {
  const [value] = values
  if (value === undefined) return Number.POSITIVE_INFINITY
  const limit = Number(value)
  return values.length === 1 && /^\d+$/.test(value) && limit >= 1 && limit <= 2147483647 ? limit : undefined
}

/** Parses Accept-Encoding (RFC 9110 section 12.5.3): the most specific entry counts, and a weight of 0 excludes a coding. */
// 16 equivalent mutants: A server may always answer without a coding, or with any coding.
function acceptsGzip(header: string | string[] | undefined): boolean {
  const weights = new Map(
    String(header ?? '')
      .split(',')
      .map((entry) => {
        const [coding = '', weight = ''] = entry.split(';')
        return [coding.trim().toLowerCase(), Number(weight.trim().replace('q=', '') || 1)]
      }),
  )
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}

/** Compares entity tags weakly (RFC 9110 section 13.1.2). */
// 14 equivalent mutants: A server may always answer with the whole list.
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some((each) => each.trim().replace('W/', '') === tag)
}
