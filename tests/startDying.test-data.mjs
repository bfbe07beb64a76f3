import { existsSync, writeFileSync } from 'node:fs'
import { startMock } from '../src/mock/startMock.ts'

// A valid server for tests of `verify --start`. The server exits once after some requests, or at every large limit.
const [port, reason, file] = process.argv.slice(2)
const mock = await startMock({ port: Number(port) })
let requests = 0
mock.on((event) => {
  if (event.type !== 'request') return
  requests += 1
  const limit = new URL(event.entry.url, 'http://a').searchParams.get('limit')
  if (reason === 'large' && /^\d+$/.test(limit) && Number(limit) >= 1000) end('no memory')
  if (requests > Number(reason) && !existsSync(file)) end('killed')
})
console.log(`serving on ${port}`)

function end(why) {
  if (file !== undefined) writeFileSync(file, '')
  console.error(why)
  process.exit(9)
}
