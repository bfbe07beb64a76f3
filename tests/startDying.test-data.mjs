import { existsSync, writeFileSync } from 'node:fs'
import { startMock } from '../src/mock/startMock.ts'

// A valid server for tests of `verify --start`. The server exits once after some requests, and remembers that in a file.
const [port, limit, file] = process.argv.slice(2)
const mock = await startMock({ port: Number(port) })
let requests = 0
mock.on((event) => {
  if (event.type === 'request') requests += 1
  if (requests <= Number(limit) || existsSync(file)) return
  writeFileSync(file, '')
  console.error('killed')
  process.exit(9)
})
console.log(`serving on ${port}`)
