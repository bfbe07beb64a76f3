import { readFileSync } from 'node:fs'
import fastify from '../../../tests/node_modules/fastify/fastify.js'

// A simple mock, such as a developer may write with Fastify. Usage: fastify.mjs PLANTS.json TOKEN

const [file, token] = process.argv.slice(2)
const plants = JSON.parse(readFileSync(file, 'utf8'))
const app = fastify()
app.get('/plants', (request, reply) => {
  if (request.headers.authorization !== `Bearer ${token}`)
    return reply.code(401).send({ error: 401, message: 'unknown token' })
  const { limit = plants.length } = request.query
  return plants.slice(0, Number(limit))
})
console.log(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
