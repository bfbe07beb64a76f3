import { createHmac } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { User } from '../../src/mock/fixtures/fixtures.ts'

/** A running server and its tokens. */
export type RunningServer = { baseUrl: string; token: string; otherToken: string }

/** A part of a file: from the line that contains `from` to the line that contains `to`. */
export type MutatedPart = { file: string; from?: string; to?: string }

/** A valid server, and the parts of its code to mutate. */
export type MutantServer = {
  id: string
  title: string
  parts: readonly MutatedPart[]
  /** Imports and starts the server. Call this function after the hooks for the mutated code are registered. */
  start: (users: Users) => Promise<RunningServer>
}

/** The users of the built-in fixtures: the first user has 25 or more plants, the second user a few. */
export type Users = readonly [first: User, second: User, ...more: User[]]

/** Checks that the fixtures have at least two users, and returns the users. */
export function toUsers([first, second, ...more]: readonly User[]): Users {
  if (!first || !second) throw new Error('mutants need two users')
  return [first, second, ...more]
}

/** The servers whose mutants the kit tries to report. */
export const mutantServers: readonly MutantServer[] = [
  {
    id: 'reference',
    title: 'the mock, as `plant-store-kit mock` serves it',
    parts: [
      { file: 'src/mock/core.ts', from: 'const response = reshapeError', to: "body: method === 'HEAD'" },
      { file: 'src/mock/handler/answers.ts', to: 'return { ...jsonAnswer(' },
      { file: 'src/mock/handler/answers.ts', from: 'export function jsonAnswer', to: 'return { status: 204' },
      // No response depends on the function between these parts, which masks tokens in the journal and in recordings.
      { file: 'src/mock/handler/bearer.ts', to: 'a function that masks tokens' },
      { file: 'src/mock/handler/bearer.ts', from: 'export function createFindByToken' },
      { file: 'src/mock/handler/cors.ts', from: 'const EXPOSED', to: "if (cors === '*')" },
      { file: 'src/mock/handler/handler.ts' },
      { file: 'src/mock/basePath.ts', from: 'export function normalisePath' },
      { file: 'src/mock/records.ts' },
      { file: 'src/mock/hosts/createNodeServer.ts', from: 'const { method =', to: 'serveOperation(' },
      { file: 'src/mock/hosts/sendReply.ts', from: 'response.writeHead(status', to: 'response.end(body)' },
    ],
    start: async ([first, second]) => {
      const { startMock } = await import('../../src/mock/startMock.ts')
      const { url } = await startMock({ port: 0 })
      return { baseUrl: url, token: first.token, otherToken: second.token }
    },
  },
  {
    id: 'caching',
    title: 'node:http with entity tags, conditional requests and gzip',
    parts: [{ file: 'tests/mutants/servers/cachingServer.ts' }],
    start: async (users) => {
      const { createCachingServer } = await import('./servers/cachingServer.ts')
      return listen(createCachingServer(users), users)
    },
  },
  {
    id: 'framework',
    title: 'Hono with SQLite',
    parts: [{ file: 'tests/mutants/servers/frameworkServer.ts' }],
    start: async (users) => {
      const { createFrameworkServer } = await import('./servers/frameworkServer.ts')
      return listen(createFrameworkServer(users) as Server, users)
    },
  },
  {
    id: 'signed-tokens',
    title: 'node:http with signed tokens that expire and name their user',
    parts: [{ file: 'tests/mutants/servers/signedTokenServer.ts' }],
    start: async (users) => {
      const { createSignedTokenServer } = await import('./servers/signedTokenServer.ts')
      const [token, otherToken] = users.map(({ name }) => issueToken(name, SECRET))
      const server = createSignedTokenServer(users, SECRET)
      return { ...(await listen(server, users)), token: token ?? '', otherToken: otherToken ?? '' }
    },
  },
]

const SECRET = 'a secret for tests'

function listen(server: Server, [first, second]: Users): Promise<RunningServer> {
  // The request line may contain the whole URL. Node.js leaves it to the application to remove the host.
  server.prependListener('request', (request: IncomingMessage) => {
    request.url = request.url?.replace(/^http:\/\/[^/]*/, '')
  })
  return new Promise((resolve) => {
    server.listen({ host: '127.0.0.1', port: 0 }, () => {
      const { port } = server.address() as AddressInfo
      resolve({ baseUrl: `http://127.0.0.1:${port}`, token: first.token, otherToken: second.token })
    })
  })
}

/** The lifetime of a token in seconds. */
const LIFETIME = 3600

/** Issues a JSON Web Token for a user, signed with HS256, as an identity provider does. */
function issueToken(user: string, secret: string): string {
  const claims = { sub: user, exp: Math.floor(Date.now() / 1000) + LIFETIME }
  const unsigned = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`
}
