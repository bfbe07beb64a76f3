import { DatabaseSync } from 'node:sqlite'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { User } from '../../../src/mock/fixtures/fixtures.ts'

/** Creates a server that serves plants from SQLite through Hono. */
export function createFrameworkServer(users: readonly User[]): ServerType {
  const database = createDatabase(users)
  const findUser = database.prepare('SELECT name FROM users WHERE token = ?')
  const listPlants = database.prepare('SELECT name, tag FROM plants WHERE user = ? ORDER BY position LIMIT ?')
  const app = new Hono<{ Variables: { user: string } }>()

  app.use('/plants', async (context, next) => {
    // 3 equivalent mutants: The contract does not define other paths, methods or spellings of the path.
    if (!['GET', 'HEAD'].includes(context.req.method)) {
      context.header('Allow', 'GET, HEAD')
      // 1 equivalent mutant: The contract does not define message texts or additional headers.
      return fail(context, 405, 'method not allowed')
    }
    // 1 equivalent mutant: Whatever the default is, it contains no user's token.
    // 1 equivalent mutant: Other challenges are valid, and so is a token after exactly one space.
    const [scheme = '', token = '', ...rest] = (context.req.header('Authorization') ?? '').split(/ +/)
    const row = findUser.get(token)
    // 1 equivalent mutant: The contract does not define message texts or additional headers.
    if (!row || scheme.toLowerCase() !== 'bearer' || rest.length > 0) {
      context.header('WWW-Authenticate', token ? 'Bearer error="invalid_token"' : 'Bearer realm="plants"')
      return fail(context, 401, 'unauthorized')
    }
    context.set('user', String(row.name))
    return next()
  })

  app.get('/plants', (context) => {
    const values = context.req.queries('limit') ?? []
    // 1 equivalent mutant: A list without a limit may have any length.
    const limit = values.length === 0 ? -1 : parseLimit(values)
    // 2 equivalent mutants: The contract does not define message texts or additional headers.
    if (limit === undefined) return fail(context, 400, `invalid limit: ${values.join(', ')}`)
    const rows = listPlants.all(context.get('user'), limit)
    // 1 equivalent mutant: The contract does not define message texts or additional headers.
    context.header('Cache-Control', 'private, no-store')
    return context.json(rows.map(({ name, tag }) => (tag === null ? { name } : { name, tag })))
  })

  // 1 equivalent mutant: The contract does not define other paths, methods or spellings of the path.
  // 1 equivalent mutant: The contract does not define message texts or additional headers.
  app.notFound((context) => fail(context, 404, 'not found'))
  // 1 equivalent mutant: No code in the server throws.
  // 1 equivalent mutant: The contract does not define message texts or additional headers.
  app.onError((_error, context) => fail(context, 500, 'internal error'))
  return createAdaptorServer({ fetch: app.fetch })
}

function fail(context: Context, error: 400 | 401 | 404 | 405 | 500, message: string): Response {
  return context.json({ error, message }, error)
}

/** Parses the limit. SQLite treats -1 as no limit, so the server refuses negative numbers. */
// 2 equivalent mutants: An invalid limit may get 400, or any list.
function parseLimit(values: readonly string[]): number | undefined {
  const limit = Number(values.join())
  return /^[0-9]+$/.test(values.join()) && limit < 2 ** 31 ? limit : undefined
}

// 1 equivalent mutant: A SQLite database without a name is private to its connection as well.
function createDatabase(users: readonly User[]): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  database.exec(`
    CREATE TABLE users (name TEXT PRIMARY KEY, token TEXT UNIQUE);
    CREATE TABLE plants (user TEXT REFERENCES users (name), position INTEGER, name TEXT NOT NULL, tag TEXT);
  `)
  const addUser = database.prepare('INSERT INTO users VALUES (?, ?)')
  const addPlant = database.prepare('INSERT INTO plants VALUES (?, ?, ?, ?)')
  for (const { name, token, plants } of users) {
    addUser.run(name, token)
    for (const [position, plant] of plants.entries())
      addPlant.run(name, position, plant.name, plant.tag ?? null)
  }
  return database
}
