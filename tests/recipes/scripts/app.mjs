import { createServer } from 'node:http'

/** A correct server, unless the variable BROKEN names a violation: `limit`, which is a MUST, or `allow`, which is a SHOULD. */
const broken = process.env.BROKEN
const plants = [{ name: 'Aloe vera' }, { name: 'Rosa', tag: 'shrub' }]

export const app = createServer((request, response) => {
  const send = (status, value, headers = {}) => {
    const body = JSON.stringify(value)
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      'Cache-Control': 'no-store',
      ...headers,
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  const fail = (status, message, headers) => send(status, { error: status, message }, headers)
  const [path, query] = String(request.url).split('?')
  const { method = '', headers } = request
  if (path !== '/plants') return fail(404, 'not found')
  if (!['GET', 'HEAD'].includes(method))
    return fail(405, 'not allowed', broken === 'allow' ? {} : { Allow: 'GET, HEAD' })
  const [, token] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (token !== 'token-alice')
    return fail(401, 'unauthorized', { 'WWW-Authenticate': 'Bearer realm="plants"' })
  const limits = new URLSearchParams(query).getAll('limit')
  if (limits.length > 1 || limits.some((limit) => !/^[1-9]\d{0,8}$/.test(limit)))
    return fail(400, 'wrong limit')
  send(200, limits.length === 0 || broken === 'limit' ? plants : plants.slice(0, Number(limits[0])))
})
