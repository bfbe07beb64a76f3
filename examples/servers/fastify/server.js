// GET /plants with Fastify: node server.js 8080
import Fastify from 'fastify'

/** Each user's plants, by token. */
const plants = new Map([
  [
    'token-alice',
    [
      { name: 'Monstera deliciosa', tag: 'aroid' },
      { name: 'Ginkgo biloba', tag: 'tree' },
      { name: 'Aloe vera' },
    ],
  ],
  ['token-bob', []],
])

const string = { type: 'string' }
const schema = {
  querystring: {
    type: 'object',
    properties: { limit: { type: 'integer', minimum: 1, maximum: 2147483647 } },
  },
  response: {
    200: {
      type: 'array',
      items: { type: 'object', required: ['name'], properties: { name: string, tag: string } },
    },
  },
}

const app = Fastify()

app.addHook('onRequest', async (_request, reply) => {
  reply.headers({ 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' })
})

// Fastify also answers HEAD with this handler.
app.get('/plants', { schema, onRequest: authenticate }, async (request) => {
  const { limit } = request.query
  return limit === undefined ? request.plants : request.plants.slice(0, limit)
})

app.setNotFoundHandler((request, reply) => {
  if (request.url.split('?')[0] !== '/plants') return sendError(reply, 404, 'there is only /plants')
  reply.header('Allow', 'GET, HEAD')
  return sendError(reply, 405, 'only GET and HEAD are allowed')
})
app.setErrorHandler((error, _request, reply) => {
  const status = error.statusCode ?? 500
  if (status >= 500) console.error(error)
  return sendError(reply, status, status >= 500 ? 'internal error' : error.message)
})

app.decorateRequest('plants', null)

async function authenticate(request, reply) {
  // Node.js ignores all Authorization headers except the first header.
  const { authorization } = request.headers
  request.plants = plants.get(/^Bearer +(\S+)$/i.exec(authorization)?.[1])
  if (request.plants) return
  const error = authorization === undefined ? '' : ', error="invalid_token"'
  reply.header('WWW-Authenticate', `Bearer realm="plants"${error}`)
  return sendError(reply, 401, 'send the header Authorization: Bearer <token>')
}

function sendError(reply, status, message) {
  return reply.code(status).send({ error: status, message })
}

await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
