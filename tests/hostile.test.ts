import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { PROGRAM, runProcess, startRawServer } from './commandLine.testing.ts'

test('says that nothing listens on the port, and that the run is incomplete', async () => {
  const { code, stdout } = await runProcess('verify http://127.0.0.1:1 --token x')
  expect(code).toBe(3)
  expect(stdout).toContain('nothing is listening on 127.0.0.1:1')
})

test('ends in bounded time when the server never answers', async () => {
  const url = await startRawServer(() => {})
  const { code, stdout, ms } = await runProcess(`verify ${url} --token x --timeout 300`)
  expect(code).toBe(3)
  expect(stdout).toContain('no data for 300 ms')
  expect(ms).toBeLessThan(10_000)
})

test('Ctrl-C ends a run at once and stops the engines', async () => {
  let requests = 0
  // Answers until the engines have started, and then stops.
  const url = await startRawServer((socket) =>
    socket.on('data', () => {
      requests += 1
      if (requests <= 3)
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]')
    }),
  )
  const args = [PROGRAM, 'verify', url, '--token', 'x', '--timeout', '60000']
  const child = spawn(process.execPath, args)
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  await vi.waitUntil(() => requests >= 4, { timeout: 30_000 })
  const engines = await vi.waitUntil(
    async () => {
      const children = (await listProcesses()).filter(({ parent }) => parent === String(child.pid))
      return children.length === 2 && children.map(({ pid }) => pid)
    },
    { timeout: 10_000 },
  )
  const start = performance.now()
  child.kill('SIGINT')
  const [code] = await once(child, 'close')
  expect(code).toBe(3)
  expect(stderr).toContain('interrupted')
  expect(performance.now() - start).toBeLessThan(5_000)
  const left = await listProcesses()
  expect(left.filter(({ pid }) => engines.includes(pid))).toEqual([])
})

async function listProcesses(): Promise<{ pid: string; parent: string }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid='])
  return stdout.split('\n').map((line) => {
    const [pid = '', parent = ''] = line.trim().split(/\s+/)
    return { pid, parent }
  })
}

test('reports an endless response that is not HTTP', async () => {
  const url = await startRawServer((socket) => {
    socket.once('data', () => sendForever(socket, 'rubbish '))
  })
  const { code, stdout } = await runProcess(`verify ${url} --token x --engine probes`)
  expect(code).toBe(1)
  expect(stdout).toContain('begins with')
})

test('cuts an endless body, and judges what it received', async () => {
  const url = await startRawServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n')
      sendForever(socket, 'x')
    })
  })
  const { code, stdout } = await runProcess(`verify ${url} --token x --engine probes --max-requests 20`)
  expect(code).toBe(1)
  expect(stdout).toContain('json-syntax')
})

function sendForever(socket: Socket, text: string): void {
  const chunk = Buffer.alloc(1 << 20, text)
  const send = (): void => {
    while (socket.writable && socket.write(chunk)) {}
  }
  socket.on('drain', send)
  send()
}
