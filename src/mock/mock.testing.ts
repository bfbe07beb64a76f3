import { once } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener } from 'node:http'
import { createServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { listen } from '../../tests/listen.testing.ts'
import { readContract } from '../contract/readContract.ts'
import { type CoreOptions, createCore, type MockCore } from './core.ts'
import { builtInFixtures, loadData } from './fixtures/loadData.ts'
import type { MockOptions } from './mockOptions.ts'
import type { RequestHeaders } from './records.ts'
import type { MockData } from './scenarios/dataset.ts'
import type { Settings } from './scenarios/state.ts'
import { type Mock, startMock } from './startMock.ts'
import type { Certificate } from './tls/tls.ts'

/** The header of a valid request. */
export const alice = { authorization: 'Bearer token-alice' }

export const contract = readContract()

/** The built-in data, read from its YAML files. */
export const builtInData: MockData = loadData(builtInFixtures, contract)

/** Creates a mock without a host, and functions that send requests to the mock. */
export function createTestCore(settings: Partial<Settings> = {}, options: CoreOptions = {}) {
  const core = createCore(builtInData, { settings, ...options })
  const ask = (target = '/plants', headers: Record<string, string> = {}, token = 'token-alice') =>
    answer(core, target, { ...(token !== '' && { authorization: `Bearer ${token}` }), ...headers })
  const prefer = (text: string, token?: string) => ask('/plants', { prefer: text }, token)
  return { core, ask, prefer }
}

/** Sends a request. Returns the response with its headers by lower-case name, and its body as text and as JSON. */
export function answer(core: MockCore, target: string, headers: RequestHeaders = alice, method = 'GET') {
  const { status, delay, fault, body, headers: sent } = core.answer({ method, target, headers })
  const fields: Record<string, string | undefined> = {}
  for (let index = 0; index < sent.length; index += 2)
    fields[sent[index]?.toLowerCase() ?? ''] = sent[index + 1]
  const text = new TextDecoder().decode(body)
  return { status, delay, fault, fields, text, json: text === '' ? undefined : JSON.parse(text) }
}

/** Starts a mock on a free port, and closes the mock at the end of the test. */
export async function startTestMock(options: MockOptions = {}): Promise<Mock> {
  const mock = await startMock({ port: 0, ...options })
  onTestFinished(() => mock[Symbol.asyncDispose]())
  return mock
}

/** Opens a connection to a mock, and sends the bytes if there are any. */
export async function open({ port }: Pick<Mock, 'port'>, bytes = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  if (bytes !== '') socket.write(bytes, 'latin1')
  return socket
}

/** Sends raw bytes. Resolves to all received bytes when the connection closes or, after the first bytes, is silent for 100 ms. */
export async function converse(mock: Mock, bytes: string): Promise<string> {
  const socket = await open(mock, bytes)
  let answer = ''
  socket.on('data', (data) => {
    answer += data.toString('latin1')
    socket.setTimeout(100, () => socket.destroy())
  })
  await once(socket, 'close')
  return answer
}

export const PLANTS = [{ name: 'Staging fern' }, { name: 'Staging moss', tag: 'moss' }]

/** Starts a service until the end of the test, and records its requests. */
export async function startService(answer: RequestListener = sendJson(200, PLANTS), tls?: Certificate) {
  const received: IncomingMessage[] = []
  const listener: RequestListener = (request, response) => {
    received.push(request)
    return answer(request, response)
  }
  const server = tls ? createHttpsServer(tls, listener) : createServer(listener)
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${await listen(server)}`
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url, received, stop }
}

/** Returns a listener that answers each request with a value as JSON, or with a string or bytes unchanged. */
export function sendJson(status: number, value: unknown, headers: OutgoingHttpHeaders = {}): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value))
  }
}
