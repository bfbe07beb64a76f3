import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

// A simple mock, such as a developer may write with Hono. Usage: hono.mjs PLANTS.json TOKEN

const [file, token] = process.argv.slice(2)
const plants = JSON.parse(readFileSync(file, 'utf8'))
const app = new Hono()
app.get('/plants', (context) => {
  if (context.req.header('authorization') !== `Bearer ${token}`)
    return context.json({ error: 401, message: 'unknown token' }, 401)
  const limit = context.req.query('limit') ?? plants.length
  return context.json(plants.slice(0, Number(limit)))
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`listening on http://127.0.0.1:${port}`),
)
