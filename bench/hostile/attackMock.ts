import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { countFiles, readTree } from './processes.ts'

/** What an attack did to the mock. */
export type MockCost = {
  requests: number
  ms: number
  /** Answers to a usual client during the attack, all of them right, and the slowest in milliseconds. */
  answers: number
  slowest: number
  moreMemory: number
  moreFiles: number
  problems: string[]
}

const AT_ONCE = 20
const HEADERS = { authorization: 'Bearer token-alice' }

/** Parts of requests, valid and not. */
const PARTS: readonly string[] = [
  ...[
    'GET',
    'PUT',
    'POST',
    'HEAD',
    'OPTIONS',
    'PLANT',
    ' ',
    '/plants',
    '/__admin/settings',
    '/__admin/events',
    '/__admin/scenario',
  ],
  ...[
    '?limit=',
    '?__scenario=',
    '&__delay=',
    '&__fault=',
    '&__session=',
    '5',
    '-1',
    '%zz',
    '%00',
    '/'.repeat(5_000),
    'a'.repeat(7_000),
  ],
  ...[
    ' HTTP/1.1',
    ' HTTP/1.0',
    ' HTTP/9.9',
    '\r\n',
    '\n',
    '\r',
    '\0',
    '\xff',
    ': ',
    'Host: ',
    'localhost',
    'evil/',
    'Host: a\r\n',
  ],
  ...[
    'Content-Length: 5',
    'Content-Length: -1',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: x',
    'Expect: 100-continue',
  ],
  ...[
    'Connection: upgrade',
    'Upgrade: x',
    'Authorization: Bearer token-alice',
    'Prefer: delay=1',
    `Prefer: ${'a=,'.repeat(3_000)}`,
  ],
  ...[
    'X-Plant-Store-Session: ',
    `${'a:\r\n'.repeat(300)}`,
    '\r\n\r\n',
    '5\r\nhello\r\n',
    '0\r\n\r\n',
    '{"delay":',
    '}',
  ],
]

/** Sends malformed requests to the mock in a process of its own, while a usual client goes on. */
export async function attackMock(requests: number): Promise<MockCost> {
  const child = spawn(process.execPath, ['src/cli/main.ts', 'mock', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const pid = child.pid ?? 0
  const port = await readPort(child.stdout)
  const problems: string[] = []
  const random = createRandom()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const expected = await ask(port, agent)
  for (let index = 0; index < 200; index += 1) await ask(port, agent)
  const before = { memory: readTree(pid)[0]?.memory ?? 0, files: countFiles(pid) }
  let attacking = true
  let answers = 0
  let slowest = 0
  const usual = (async () => {
    while (attacking) {
      const began = performance.now()
      const answer = await ask(port, agent)
      slowest = Math.max(slowest, performance.now() - began)
      answers += 1
      if (answer !== expected) problems.push(`mock: a usual client got ${answer.slice(0, 80)}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  const began = performance.now()
  let sent = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (sent < requests) {
        sent += 1
        await attack(port, createRequest(random), random)
      }
    }),
  )
  const ms = performance.now() - began
  attacking = false
  await usual
  // Connections that wait for the rest of a body have a few seconds.
  await new Promise((resolve) => setTimeout(resolve, 6_000))
  const moreFiles = Math.max(0, countFiles(pid) - before.files)
  const moreMemory = (readTree(pid)[0]?.memory ?? 0) - before.memory
  agent.destroy()
  child.kill()
  if (child.exitCode === null) await once(child, 'close')
  return { requests: sent, ms, answers, slowest, moreMemory, moreFiles, problems }
}

function createRequest(random: () => number): string {
  const start = random() < 0.7 ? 'GET /plants HTTP/1.1\r\nHost: localhost\r\n' : ''
  const count = 1 + Math.floor(random() * 8)
  return start + Array.from({ length: count }, () => PARTS[Math.floor(random() * PARTS.length)]).join('')
}

/** Sends the bytes in one or two pieces, and disconnects in one of the ways that clients do. */
async function attack(port: number, text: string, random: () => number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.resume()
  const bytes = Buffer.from(text, 'latin1')
  const cut = Math.floor(random() * bytes.length)
  socket.write(bytes.subarray(0, cut))
  socket.write(bytes.subarray(cut))
  const way = random()
  await new Promise((resolve) => setTimeout(resolve, way < 0.5 ? 1 : 20))
  if (way < 0.3) socket.resetAndDestroy()
  else if (way < 0.6) socket.destroy()
  else socket.end()
  if (!socket.closed)
    await Promise.race([once(socket, 'close'), new Promise((resolve) => setTimeout(resolve, 300))])
  socket.destroy()
}

function ask(port: number, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const request = get(
      { port, host: '127.0.0.1', path: '/plants?limit=2', headers: HEADERS, agent },
      (response) => {
        let text = String(response.statusCode)
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        response.on('end', () => resolve(text))
      },
    )
    request.on('error', (error) => resolve(error.message))
  })
}

async function readPort(output: NodeJS.ReadableStream): Promise<number> {
  let text = ''
  for await (const chunk of output) {
    text += chunk
    const [, port] = /listening on http:\/\/[\w.]+:(\d+)/.exec(text) ?? []
    if (port !== undefined) {
      output.resume()
      return Number(port)
    }
  }
  throw new Error(`the mock did not start: ${text}`)
}

/** The same numbers in every run. */
function createRandom(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
