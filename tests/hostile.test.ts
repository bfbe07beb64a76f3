import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { runProcess, startRawServer } from './commandLine.testing.ts'

test('ends in bounded time when the server never answers', async () => {
  const url = await startRawServer(() => {})
  const { code, stdout, ms } = await runProcess(`verify ${url} --token x --timeout 300`)
  expect(code).toBe(3)
  expect(stdout).toContain('no data for 300 ms')
  expect(ms).toBeLessThan(10_000)
})

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
