import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Makes a server listen until the end of the test, and then closes its connections. Returns the port, unless `path` is set. */
export async function listen(server: Server, path?: string): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  await once(path === undefined ? server.listen(0, '127.0.0.1') : server.listen(path), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
