import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'

// A server that misbehaves as `mode` says, for tests of `verify --start`.
const [port, mode, file] = process.argv.slice(2)
const TOKEN = process.env.PLANT_STORE_TOKEN ?? 'a-valid-token'
const PLANTS = JSON.stringify([{ name: 'Aloe vera' }, { name: 'Ficus lyrata' }])

process.stdout.write(`serving on ${port}\n`)
if (mode === 'ignores-term') process.on('SIGTERM', () => {})
if (mode === 'prints-a-lot') printMore()
if (mode === 'ends') {
  process.stderr.write(
    `${Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n')}\n\x9b2J::error::no database for a-valid-token\n`,
  )
  process.exit(4)
}
if (mode === 'forks') {
  spawn(process.execPath, [process.argv[1], port], { stdio: 'inherit' })
  setTimeout(() => process.exit(0), 100)
} else setTimeout(listen, mode === 'is-late' ? 2_000 : 0)

function listen() {
  createServer((request, response) => {
    process.stdout.write(`${request.method}\n`)
    if (mode === 'prints-headers') printAuthorization(request)
    if (mode === 'sends-a-key') response.setHeader('X-Key', process.env.DB_KEY)
    const refused = request.headers.authorization !== `Bearer ${TOKEN}`
    response.writeHead(refused ? 401 : 200, { 'Content-Type': 'application/json' })
    const plants = mode === 'sends-a-key' ? JSON.stringify([{ name: 1, tag: process.env.DB_KEY }]) : PLANTS
    response.end(refused ? '{"error":401,"message":"no"}' : plants)
  }).listen(Number(port), '127.0.0.1')
}

/** Prints the Authorization header as some servers do, and writes the header's value to `file`. */
function printAuthorization({ method, url, headersDistinct: { authorization = [] } }) {
  for (const value of authorization) {
    process.stdout.write(`${method} ${url} Authorization: ${value}\n`)
    process.stdout.write(`${JSON.stringify({ url, headers: { authorization: value } })}\n`)
    appendFileSync(file, `${value}\n`)
  }
}

function printMore() {
  process.stdout.write(`${'x'.repeat(2 ** 20)}\n`, () => setTimeout(printMore, 1))
}
