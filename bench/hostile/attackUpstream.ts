import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { ask, startProcess } from '../startProcess.ts'
import { measureAttack, type ServerCost } from './attackServer.ts'
import { MIB } from './processes.ts'
import { drip, OK, sendForever } from './targets.ts'

/** The hostile services behind the mock. Long bodies are prepared here, not during the measurements. */
const upstreams: readonly ((socket: Socket) => unknown)[] = [
  body(`[${'{"name":"aloe"},'.repeat(4 * MIB)}{}]`),
  body(`[${'{},'.repeat(MIB / 3 - 10)}{}]`),
  body(`[${'{"name":null},'.repeat(MIB / 14 - 10)}{}]`),
  body('['.repeat(MIB - 10)),
  body(`${'['.repeat(MIB / 2 - 10)}${']'.repeat(MIB / 2 - 10)}`),
  body(gzipSync(`[${'1,'.repeat(32 * MIB)}1]`), 'Content-Encoding: gzip\r\n'),
  body(gzipSync(Buffer.alloc(12 * MIB, ' ')), 'Content-Encoding: gzip\r\n'),
  body('[]', `X-A: ${'a'.repeat(4 * MIB)}\r\n`),
  body('[]', 'a: b\r\n'.repeat(100_000)),
  (socket) => sendForever(socket, `${OK}\r\n[`, ' '),
  (socket) => sendForever(socket, OK, 'a: b\r\n'),
  (socket) => drip(socket, Buffer.from(`${OK}\r\n${' '.repeat(10_000)}[]`)),
]

/** The number of requests to each service, and the client's timeout in milliseconds. */
const TIMES = 3
const TIMEOUT = 3_000

/** Makes the mock forward requests to hostile services, while an ordinary client keeps requesting a path that the mock itself answers. */
export async function attackUpstream(): Promise<ServerCost> {
  let send: (socket: Socket) => unknown = () => {}
  const sockets = new Set<Socket>()
  const service = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.once('data', () => send(socket))
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const args = ['src/cli/main.ts', 'mock', '--port', '0', '--upstream', upstream]
  const mock = await startProcess({ args, path: '/__admin/health' })
  const cost = await measureAttack(mock, '/other', async () => {
    for (const upstream of upstreams) {
      send = upstream
      for (let times = 0; times < TIMES; times += 1) {
        const signal = AbortSignal.timeout(TIMEOUT)
        await ask({ port: mock.port, path: '/plants', agent: false, signal }).catch(() => {})
      }
      for (const socket of sockets) socket.destroy()
    }
  })
  await mock.close()
  service.close()
  return { ...cost, requests: upstreams.length * TIMES }
}

/** Creates a service that sends a whole response with this body and these header lines. */
function body(text: string | Buffer, lines = ''): (socket: Socket) => void {
  const bytes = Buffer.from(text)
  const head = Buffer.from(`${OK}${lines}Content-Length: ${bytes.length}\r\n\r\n`)
  return (socket) => {
    socket.write(head)
    socket.write(bytes)
  }
}
