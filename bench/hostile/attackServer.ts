import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { ask, type ServerProcess } from '../startProcess.ts'
import { countFiles, readTree } from './processes.ts'

/** The effects of an attack on a server. */
export type ServerCost = {
  requests: number
  ms: number
  /** The number of responses to an ordinary client during the attack, and the duration of the slowest response in milliseconds. */
  answers: number
  slowest: number
  /** The ordinary client's errors, and its responses that differ from the usual response. */
  wrong: readonly string[]
  /** The additional memory of the server's whole process tree, in bytes. */
  moreMemory: number
  /** The number of additional open files and sockets a few seconds after the attack. */
  moreFiles: number
}

const AT_ONCE = 20

/** The strings from which malformed requests are built. Some of the strings are valid. */
const PARTS: readonly string[] = [
  ...'GET,PUT,POST,HEAD,OPTIONS,PLANT, ,/plants,/__admin/settings,/__admin/events,/__admin/scenario'.split(
    ',',
  ),
  ...'?limit=,?__scenario=,&__delay=,&__fault=,&__session=,5,-1,%zz,%00'.split(','),
  ...['/'.repeat(5_000), 'a'.repeat(7_000)],
  ...' HTTP/1.1, HTTP/1.0, HTTP/9.9,\r\n,\n,\r,\0,\xff,: ,Host: ,localhost,evil/,Host: a\r\n'.split(','),
  ...'Content-Length: 5,Content-Length: -1,Transfer-Encoding: chunked,Transfer-Encoding: x'.split(','),
  ...'Expect: 100-continue,Connection: upgrade,Upgrade: x,Authorization: Bearer token-alice'.split(','),
  ...['Prefer: delay=1', `Prefer: ${'a=,'.repeat(3_000)}`, 'X-Plant-Store-Session: ', 'a:\r\n'.repeat(300)],
  ...'\r\n\r\n,5\r\nhello\r\n,0\r\n\r\n,{"delay":,}'.split(','),
]

/** Sends random requests, most of them malformed, while an ordinary client keeps sending requests. */
export async function attackServer(
  { pid, port }: Pick<ServerProcess, 'pid' | 'port'>,
  requests: number,
): Promise<ServerCost> {
  const random = createRandom()
  let sent = 0
  const attackOften = async (): Promise<void> => {
    while (sent < requests) {
      sent += 1
      await attack(port, createRequest(random), random)
    }
  }
  const cost = await measureAttack({ pid, port }, '/plants?limit=2', async () => {
    await Promise.all(Array.from({ length: AT_ONCE }, attackOften))
  })
  return { ...cost, requests: sent }
}

/** Measures a server during an attack, while an ordinary client keeps requesting `path`. */
export async function measureAttack(
  { pid, port }: { pid: number; port: number },
  path: string,
  attackAll: () => Promise<void>,
): Promise<Omit<ServerCost, 'requests'>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const measure = () => ({
    memory: readTree(pid).reduce((sum, { memory }) => sum + memory, 0),
    files: readTree(pid).reduce((sum, process) => sum + countFiles(process.pid), 0),
  })
  const askOnce = async (): Promise<string> => {
    const answer = await ask({ port, path, agent }).catch(({ message }: Error) => ({
      status: 0,
      text: message,
    }))
    return `${answer.status}${answer.text}`
  }
  const expected = await askOnce()
  for (let index = 0; index < 200; index += 1) await askOnce()
  const before = measure()
  const wrong: string[] = []
  let attacking = true
  let answers = 0
  let slowest = 0
  const usual = (async () => {
    while (attacking) {
      const began = performance.now()
      const answer = await askOnce()
      slowest = Math.max(slowest, performance.now() - began)
      answers += 1
      if (answer !== expected) wrong.push(answer)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  const began = performance.now()
  await attackAll()
  const ms = performance.now() - began
  attacking = false
  await usual
  // Give the server a few seconds to close the connections of the attack.
  await new Promise((resolve) => setTimeout(resolve, 6_000))
  const after = measure()
  agent.destroy()
  const moreFiles = Math.max(0, after.files - before.files)
  return { ms, answers, slowest, wrong, moreMemory: after.memory - before.memory, moreFiles }
}

function createRequest(random: () => number): string {
  const start = random() < 0.7 ? 'GET /plants HTTP/1.1\r\nHost: localhost\r\n' : ''
  const count = 1 + Math.floor(random() * 8)
  return start + Array.from({ length: count }, () => PARTS[Math.floor(random() * PARTS.length)]).join('')
}

/** Sends the bytes in two pieces, and then resets, destroys or ends the connection. */
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
    await Promise.race([
      once(socket, 'close').catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, 300)),
    ])
  socket.destroy()
}

/** Creates a random number generator that returns the same numbers in every run. */
function createRandom(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
