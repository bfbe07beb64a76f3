// GET /plants with Express: node server.js 8080
import express from 'express'

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

const app = express()
app.disable('x-powered-by')

app.use((_request, response, next) => {
  response.set({ 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' })
  next()
})

app
  .route('/plants')
  // Express also answers HEAD with this handler.
  .get(authenticate, (request, response) => {
    const { limit } = request.query
    if (limit !== undefined && !isLimit(limit))
      return sendError(response, 400, 'limit must be an integer from 1 to 2147483647')
    response.json(
      limit === undefined ? response.locals.plants : response.locals.plants.slice(0, Number(limit)),
    )
  })
  .all((_request, response) => {
    response.set('Allow', 'GET, HEAD')
    sendError(response, 405, 'only GET and HEAD are allowed')
  })

app.use((_request, response) => sendError(response, 404, 'there is only /plants'))
// Express recognises an error handler by its four parameters.
app.use((error, _request, response, next) => {
  if (response.headersSent) return next(error)
  const status = error.status ?? 500
  if (status === 500) console.error(error)
  sendError(response, status, status === 500 ? 'internal error' : error.message)
})

function authenticate(request, response, next) {
  // If a request has several Authorization headers, Node.js puts only the first into `headers`.
  const { authorization } = request.headers
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  response.locals.plants = plants.get(token)
  if (response.locals.plants) return next()
  const error = authorization === undefined ? '' : ', error="invalid_token"'
  response.set('WWW-Authenticate', `Bearer realm="plants"${error}`)
  sendError(response, 401, 'send the header Authorization: Bearer <token>')
}

/** Returns whether the value is a valid limit. If the parameter is repeated, its value is an array. */
function isLimit(value) {
  return typeof value === 'string' && /^\d{1,10}$/.test(value) && Number(value) > 0 && Number(value) < 2 ** 31
}

function sendError(response, status, message) {
  response.status(status).json({ error: status, message })
}

app.listen(Number(process.argv[2]), '127.0.0.1')
