// GET /plants in Express, built from the advised code. If the environment variable REDIRECT is set, /plants redirects to /v1/plants.
import compression from '../../../tests/node_modules/compression/index.js'
import cors from '../../../tests/node_modules/cors/lib/index.js'
import express from '../../../tests/node_modules/express/index.js'

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

const app = express()
app.disable('x-powered-by')
app.use((request, response, next) => {
  response.set('Cache-Control', 'private, no-cache')
  if (request.secure) response.set('Strict-Transport-Security', 'max-age=31536000')
  next()
})
app.use(cors({ origin: ['https://app.example'], allowedHeaders: ['Authorization'] }))
app.use(compression({ threshold: 0 }))

app.use((request, response, next) => {
  const [, token] = /^bearer +(\S+)$/i.exec(request.get('Authorization') ?? '') ?? []
  request.user = users.get(token)
  if (request.user) return next()
  response.set('WWW-Authenticate', 'Bearer realm="plants"')
  response.status(401).json({ error: 401, message: 'a valid token is required' })
})

if (process.env.REDIRECT)
  app.get('/plants', ({ url }, response) => response.redirect(307, url.replace(/^[^?]*/, '/v1/plants')))

app.get(['/plants', '/v1/plants'], listPlants)
// biome-ignore lint/correctness/noUnusedFunctionParameters: the documentation shows this line.
app.all(['/plants', '/v1/plants'], (request, response) => {
  response.set('Allow', 'GET, HEAD').status(405)
  response.json({ error: 405, message: 'only GET and HEAD' })
})

app.use((error, _request, response, _next) => {
  const status = error.status ?? 500
  const message = status < 500 ? error.message : 'internal error'
  response.status(status).json({ error: status, message })
})

app.listen(Number(process.env.PORT), '127.0.0.1')

function listPlants(request, response) {
  const { limit } = request.query
  if (limit !== undefined && !/^\d+$/.test(limit))
    throw Object.assign(new Error('limit must be a whole number'), { status: 400 })
  const { user } = request
  const owned = rows.filter((row) => row.owner === user)
  const plants = owned.map((row) => ({ name: row.name, tag: row.tag ?? undefined }))
  const listed = plants.slice(0, limit === undefined ? undefined : Number(limit))
  response.json(listed)
}
