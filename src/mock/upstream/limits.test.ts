import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startRawServer } from '../../../tests/commandLine.testing.ts'
import { readContract } from '../../contract/readContract.ts'
import { createUpstream, type UpstreamOptions } from './createUpstream.ts'
import { startService } from './upstream.testing.ts'
import type { UpstreamAnswer } from './upstream.ts'

async function send(url: string, limits: NonNullable<UpstreamOptions['limits']>): Promise<UpstreamAnswer> {
  const upstream = createUpstream({ url, limits, contract: readContract, report: () => {} })
  const request = { method: 'GET', target: '/plants', headers: {} }
  const answer = await upstream.send(request, new AbortController().signal)
  upstream.close()
  return answer
}

/** Starts a process that never accepts a connection, and fills its queue. */
async function startDeafServer(): Promise<string> {
  const code = `const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:fs').writeSync(1, String(server.address().port))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })`
  const child = spawn(process.execPath, ['-e', code])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [data] = await once(child.stdout, 'data')
  const port = Number(data)
  const waiting = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  onTestFinished(() => {
    for (const socket of waiting) socket.destroy()
  })
  await new Promise((resolve) => setTimeout(resolve, 100))
  return `http://127.0.0.1:${port}`
}

test('gives up on a service that does not answer', async () => {
  const { url } = await startService(() => {})
  const { response, upstream } = await send(url, { response: 200 })
  expect(response).toBeUndefined()
  expect(upstream).toEqual({
    problem: 'did not answer within 0.2 s',
    violations: [],
    durationMs: expect.any(Number),
  })
  expect(upstream.durationMs).toBeGreaterThan(190)
})

test('gives up on a body that never ends', async () => {
  const { url } = await startService((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  })
  expect((await send(url, { response: 300 })).upstream.problem).toBe('did not answer within 0.3 s')
})

test('gives up on a body that is too long', async () => {
  const { url } = await startService((_request, response) => {
    response.end(' '.repeat(3 * 2 ** 20))
  })
  expect((await send(url, { body: 2 * 2 ** 20 })).upstream.problem).toContain('more than 2 MiB')
})

test('gives up on a host that does not accept the connection', async () => {
  const url = await startDeafServer()
  expect((await send(url, { response: 200 })).upstream.problem).toBe('did not answer within 0.2 s')
})

test('gives up on a TLS handshake that never ends', async () => {
  const url = await startRawServer(() => {})
  const { upstream } = await send(url.replace('http:', 'https:'), { response: 200 })
  expect(upstream.problem).toBe('did not answer within 0.2 s')
})
