import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { User } from '../../../src/mock/fixtures/fixtures.ts'

type Result = { status: number; body: unknown; headers?: Record<string, string> }

/** Creates a server whose tokens are JSON Web Tokens, signed with HS256. A claim names the user. */
export function createSignedTokenServer(users: readonly User[], secret: string): Server {
  const routes: Record<string, (query: URLSearchParams, authorization: string) => Result> = {
    '/plants': (query, authorization) => {
      const user = users.find(({ name }) => name === readUser(authorization, secret))
      return user ? listPlants(user, query) : unauthorised(authorization)
    },
  }
  return createServer((request, response) => {
    // 3 equivalent mutants: The default is never used, or has the same result.
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const route = routes[path]
    // 2 equivalent mutants: The contract does not define other paths, methods or spellings of the path.
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // 2 equivalent mutants: The contract does not define message texts or additional headers.
    const { status, body, headers } = !route
      ? failure(404, 'not found')
      : !isRead
        ? failure(405, 'method not allowed', { Allow: 'GET, HEAD' })
        : route(new URLSearchParams(query), request.headers.authorization ?? '')
    const text = JSON.stringify(body)
    // 2 equivalent mutants: The contract does not define message texts or additional headers.
    response.writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    })
    // 2 equivalent mutants: The contract does not define other paths, methods or spellings of the path.
    response.end(request.method === 'HEAD' ? undefined : text)
  })
}

function listPlants({ plants }: User, query: URLSearchParams): Result {
  const limits = query.getAll('limit')
  if (limits.length === 0) return { status: 200, body: plants }
  const limit = Number(limits[0])
  // 14 equivalent mutants: An invalid limit may get 400, or any list.
  // 1 equivalent mutant: The default is never used, or has the same result.
  if (limits.length > 1 || !/^-?\d+$/.test(limits[0] ?? '') || limit < 0 || limit > 0x7fffffff)
    // 1 equivalent mutant: The contract does not define message texts or additional headers.
    return failure(400, 'limit must be an int32 that is not negative')
  return { status: 200, body: plants.filter((_plant, index) => index < limit) }
}

/** Returns the user whom a token names, if the signature is valid and the token has not expired. */
function readUser(authorization: string, secret: string): string | undefined {
  // 4 equivalent mutants: The default is never used, or has the same result.
  // 1 equivalent mutant: Two spaces before a token may be refused.
  const [, head = '', claims = '', signature = ''] =
    /^Bearer +([\w-]+)\.([\w-]+)\.([\w-]+)$/i.exec(authorization) ?? []
  const expected = sign(`${head}.${claims}`, secret)
  if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
    return undefined
  const { alg } = parse(head)
  const { sub, exp } = parse(claims)
  // 3 mutants not checked: Expired tokens
  // 2 equivalent mutants: The signature is verified with HS256 anyway, and a token expires only once.
  return alg === 'HS256' && Number(exp) > Date.now() / 1000 ? String(sub) : undefined
}

// 1 equivalent mutant: The contract does not define message texts or additional headers.
function unauthorised(authorization: string): Result {
  const challenge = authorization ? 'Bearer realm="plants", error="invalid_token"' : 'Bearer realm="plants"'
  return failure(401, 'token missing, invalid or expired', { 'WWW-Authenticate': challenge })
}

function failure(error: number, message: string, headers: Record<string, string> = {}): Result {
  return { status: error, body: { error, message }, headers }
}

function sign(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

function parse(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
}
