// GET /plants in Express: correct, except for the mistake of the page that MISTAKE names, if any.
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import compression from '../../../tests/node_modules/compression/index.js'
import cors from '../../../tests/node_modules/cors/lib/index.js'
import express from '../../../tests/node_modules/express/index.js'

const mistake = process.env.MISTAKE ?? ''
const users = new Map([
  ['token-Anna-7Qd2xK', 'anna'],
  ['token-Ben-9Kx4mP', 'ben'],
])
const rows = [
  { owner: 'anna', name: 'Monstera deliciosa', tag: 'aroid' },
  { owner: 'anna', name: 'Blütenstern', tag: 'bulb' },
  { owner: 'anna', name: 'Ficus lyrata' },
  { owner: 'ben', name: 'Dionaea muscipula', tag: 'carnivore' },
  { owner: 'ben', name: 'Nepenthes rajah' },
]
const cache = new Map()
let currentUser = ''

const app = express()
app.disable('x-powered-by')
app.use((request, response, next) => {
  response.set('Cache-Control', 'private, no-cache')
  if (request.secure || mistake === 'headers') response.set('Strict-Transport-Security', 'max-age=31536000')
  next()
})
if (mistake === 'cors') app.use(cors({ origin: true, credentials: true }))
else app.use(cors({ origin: ['https://app.example'], allowedHeaders: ['Authorization'] }))
if (mistake !== 'compression') app.use(compression({ threshold: 0 }))
if (mistake === 'caching') app.use(replay)

app.use((request, response, next) => {
  const [, token] = /^bearer +(\S+)$/i.exec(request.get('Authorization') ?? '') ?? []
  request.user = users.get(token)
  if (request.user || (mistake === 'auth' && request.get('Authorization'))) return next()
  response.set('WWW-Authenticate', 'Bearer realm="plants"')
  response.status(401).json({ error: 401, message: 'a valid token is required' })
})

if (mistake.startsWith('redirects'))
  app.get('/plants', (request, response) => {
    if (mistake === 'redirects') response.redirect(307, `/v1${request.path}`)
    else response.redirect(307, `/v1${request.originalUrl}`)
  })

if (mistake === 'methods') app.all('/plants', listPlants)
app.get(['/plants', '/v1/plants'], listPlants)
// biome-ignore lint/correctness/noUnusedFunctionParameters: the documentation shows this line.
app.all(['/plants', '/v1/plants'], (request, response) => {
  response.set('Allow', 'GET, HEAD').status(405)
  response.json({ error: 405, message: 'only GET and HEAD' })
})

app.use((error, _request, response, _next) => {
  const status = error.status ?? 500
  const message = status < 500 ? error.message : 'internal error'
  if (mistake === 'errors') response.status(status).json({ error: message })
  else if (mistake === 'leaks') response.status(status).json({ error: status, message: error.stack })
  else response.status(status).json({ error: status, message })
})

app.listen(Number(process.env.PORT), '127.0.0.1')

async function listPlants(request, response) {
  const { limit } = request.query
  if (limit !== undefined && !/^\d+$/.test(limit))
    throw Object.assign(new Error('limit must be a whole number'), { status: 400 })
  currentUser = request.user ?? 'anna'
  // Takes time, like a database query.
  await setTimeout(1)
  const user = mistake === 'concurrency' ? currentUser : (request.user ?? 'anna')
  const owned = mistake === 'users' ? rows : rows.filter((row) => row.owner === user)
  const plants = owned.map((row) => ({ name: row.name, tag: row.tag ?? undefined }))
  const listed = plants.slice(0, limit === undefined ? undefined : Number(limit))
  const text = JSON.stringify(listed)
  const wrong = {
    operation: () => (listed.length === 0 ? response.sendStatus(204) : response.json(listed)),
    limit: () => response.json(plants.filter((_, index) => limit === undefined || index <= Number(limit))),
    lists: () => response.json({ plants: listed }),
    members: () => response.json(listed.map(({ name, tag = null }) => ({ name, tag }))),
    json: () => response.type('json').end(text, 'latin1'),
    'content-type': () => response.send(text),
    framing: () => response.type('json').set('Content-Length', String(text.length)).end(text),
    compression: () => response.type('json').set('Content-Encoding', 'gzip').end(gzipSync(text)),
    conditional: () => (request.get('If-None-Match') ? response.status(304).end() : response.json(listed)),
  }[mistake]
  if (wrong) return wrong()
  response.json(listed)
}

/** A cache that knows only the URL. */
function replay(request, response, next) {
  const stored = cache.get(request.url)
  if (stored) return response.json(stored)
  const { json } = response
  response.json = (value) => {
    if (response.statusCode === 200) cache.set(request.url, value)
    return json.call(response, value)
  }
  next()
}
