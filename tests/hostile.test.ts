import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { plantStore, rawServer } from './commandLine.testing.ts'

test('where nothing listens, the run is incomplete and says so', async () => {
  const { code, stdout } = await plantStore(['verify', 'http://127.0.0.1:1', '--token', 'x'])
  expect(code).toBe(3)
  expect(stdout).toContain('nothing listens on 127.0.0.1:1')
})

test('a server that never answers ends the run in bounded time', async () => {
  const url = await rawServer(() => {})
  const { code, stdout, ms } = await plantStore(['verify', url, '--token', 'x', '--timeout', '300'])
  expect(code).toBe(3)
  expect(stdout).toContain('silence for 300 ms')
  expect(ms).toBeLessThan(10_000)
})

test('Ctrl-C ends a run at once and leaves no engine behind', { timeout: 30_000 }, async () => {
  let asked = 0
  // It serves the first requests, so that the engines start, and then falls silent.
  const url = await rawServer((socket) =>
    socket.on('data', () => {
      asked += 1
      if (asked <= 3)
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]')
    }),
  )
  const child = spawn(process.execPath, [
    'src/cli/main.ts',
    'verify',
    url,
    '--token',
    'x',
    '--timeout',
    '60000',
  ])
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  while (asked < 4) await new Promise((resolve) => setTimeout(resolve, 50))
  const children = (await processes())
    .filter(({ parent }) => parent === String(child.pid))
    .map(({ pid }) => pid)
  const began = performance.now()
  child.kill('SIGINT')
  const [code] = await once(child, 'close')
  expect(code).toBe(3)
  expect(stderr).toContain('interrupted')
  expect(performance.now() - began).toBeLessThan(5_000)
  const left = await processes()
  expect(children.length).toBe(2)
  expect(left.filter(({ pid }) => children.includes(pid))).toEqual([])
})

async function processes(): Promise<{ pid: string; parent: string }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid='])
  return stdout.split('\n').map((line) => {
    const [pid = '', parent = ''] = line.trim().split(/\s+/)
    return { pid, parent }
  })
}

test('a server that sends rubbish without end is a violation, and the kit stays small', {
  timeout: 30_000,
}, async () => {
  const rubbish = Buffer.alloc(1 << 20, 'rubbish ')
  const pour = (socket: Socket): void => {
    while (socket.writable && socket.write(rubbish)) {}
  }
  const url = await rawServer((socket) => {
    socket.once('data', () => {
      socket.on('drain', () => pour(socket))
      pour(socket)
    })
  })
  const { code, stdout } = await plantStore(['verify', url, '--token', 'x', '--engine', 'probes'])
  expect(code).toBe(1)
  expect(stdout).toContain('begins with')
})

test('a body without end is cut, and what was read of it is judged', { timeout: 30_000 }, async () => {
  const rubbish = Buffer.alloc(1 << 20, 'x')
  const url = await rawServer((socket) => {
    const pour = (): void => {
      while (socket.writable && socket.write(rubbish)) {}
    }
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n')
      socket.on('drain', pour)
      pour()
    })
  })
  const { code, stdout } = await plantStore([
    'verify',
    url,
    '--token',
    'x',
    '--engine',
    'probes',
    '--max-requests',
    '20',
  ])
  expect(code).toBe(1)
  expect(stdout).toContain('json-syntax')
})
