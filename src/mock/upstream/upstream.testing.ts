import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Certificate } from '../tls/tls.ts'

/** A service in this process, and the requests that it received. */
export type Service = { url: string; received: IncomingMessage[]; server: Server; stop: () => Promise<void> }

export const PLANTS = [{ name: 'Staging fern' }, { name: 'Staging moss', tag: 'moss' }]

/** Starts a service on a port, until the end of the test. */
export async function startService(
  answer: RequestListener = sendJson(200, PLANTS),
  { port = 0, tls }: { port?: number; tls?: Certificate } = {},
): Promise<Service> {
  const received: IncomingMessage[] = []
  const listener: RequestListener = (request, response) => {
    received.push(request)
    return answer(request, response)
  }
  const server = tls ? createHttpsServer(tls, listener) : createServer(listener)
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(stop)
  const { port: bound } = server.address() as AddressInfo
  return { url: `${tls ? 'https' : 'http'}://127.0.0.1:${bound}`, received, server, stop }
}

/** Answers each request with JSON. */
export function sendJson(
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(typeof value === 'string' ? value : JSON.stringify(value))
  }
}
