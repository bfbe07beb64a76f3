import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { watchServer } from './watchServer.ts'

async function listen(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

test('a server that closes every connection at once gets few of them', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  const port = await listen(server)
  const watch = watchServer(`http://127.0.0.1:${port}`, { resolve: [] }, () => {})
  onTestFinished(() => {
    watch.close()
    server.close()
  })
  watch.resume()
  await pause(1_000)
  expect(connections).toBeGreaterThan(1)
  expect(connections).toBeLessThan(20)
})

test('a server that was gone for a moment is back', async () => {
  const server = createServer()
  const port = await listen(server)
  const { promise, resolve } = Promise.withResolvers<void>()
  const watch = watchServer(`http://127.0.0.1:${port}`, { resolve: [] }, resolve)
  watch.resume()
  const [socket] = await once(server, 'connection')
  await pause(200)
  socket.destroy()
  server.close()
  await pause(300)
  const next = createServer()
  await listen(next, port)
  onTestFinished(() => {
    watch.close()
    next.close()
  })
  await promise
})
