import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { faultyServers } from '../contract-tests/implementations/index.ts'
import { startImplementation } from '../contract-tests/implementations/startImplementation.ts'
import { startMock } from '../src/mock/startMock.ts'

export type Ended = { code: number | null; stdout: string; stderr: string; ms: number }

/** Runs the command line as a user does, in a process of its own. */
export async function plantStore(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const began = performance.now()
  const child = spawn(process.execPath, ['src/cli/main.ts', ...args], { env: { ...process.env, ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr, ms: performance.now() - began }
}

/** A server that does with its sockets what it likes. */
export async function rawServer(serve: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    serve(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

export async function mock(): Promise<string> {
  const { url, close } = await startMock({ port: 0 })
  onTestFinished(close)
  return url
}

export async function faulty(id: string) {
  const fault = faultyServers.find((each) => each.id === id)
  if (!fault) throw new Error(`no fault ${id}`)
  const running = await startImplementation(fault.difference)
  onTestFinished(running.close)
  return running
}
