import nodeHttp from 'node:http'
import { buffer } from 'node:stream/consumers'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import type { Controls } from '../src/mock/core.ts'
import { createMock, type FetchMockOptions } from '../src/mock/hosts/createMock.ts'
import { handlers } from '../src/mock/hosts/msw.ts'
import { startMock } from '../src/mock/startMock.ts'
import type { HostRequest } from './hostRequests.test-data.ts'

/** The result of a request. The body's bytes are decoded as Latin-1. */
export type HostOutcome =
  | { status: number; headers: readonly string[]; body: string }
  /** The client received the headers, but only a part of the body. */
  | { status: number; headers: readonly string[]; breaks: 'off' }
  | { breaks: 'at once' }

/** A mock in one of its hosts. */
export type Host = {
  mock: Controls
  send: (request: HostRequest) => Promise<HostOutcome>
  close: () => Promise<void> | void
}

/** Starts each host. */
export const hosts: Readonly<Record<string, (options: FetchMockOptions) => Promise<Host> | Host>> = {
  // The server reads the fixtures and scenarios from its files.
  'node:http': async ({ fixtures: _fixtures, scenarios: _scenarios, ...options }) => {
    const mock = await startMock({ port: 0, ...options })
    return { mock, send: (request) => byFetch(fetch, mock.url, request), close: mock.close }
  },
  fetch: (options) => {
    const mock = createMock(options)
    const base = `http://plants.example${options.basePath ?? ''}`
    return { mock, send: (request) => byFetch(mock.fetch, base, request), close: () => {} }
  },
  'MSW with fetch': (options) => msw(options, (base, request) => byFetch(fetch, base, request)),
  'MSW with node:http': (options) => msw(options, byHttp),
}

/** The status of the response to a request that the handlers pass on. */
export const PASSED_ON = 299

function msw(
  options: FetchMockOptions,
  send: (base: string, request: HostRequest) => Promise<HostOutcome>,
): Host {
  const mock = createMock(options)
  const next = http.all('http://plants.example/*', () => new HttpResponse(null, { status: PASSED_ON }))
  const server = setupServer(...handlers({ mock, baseUrl: 'http://plants.example' }), next)
  server.listen({ onUnhandledFrame: 'error' })
  const base = `http://plants.example${options.basePath ?? ''}`
  return { mock, send: (request) => send(base, request), close: () => server.close() }
}

async function byFetch(send: typeof fetch, base: string, request: HostRequest): Promise<HostOutcome> {
  const { method = 'GET', target = '/plants', headers = {}, body } = request
  const response = await send(base + target, { method, headers, ...(body !== undefined && { body }) }).catch(
    () => {},
  )
  if (!response) return { breaks: 'at once' }
  const head = { status: response.status, headers: compared([...response.headers]) }
  try {
    return { ...head, body: Buffer.from(await response.arrayBuffer()).toString('latin1') }
  } catch {
    return { ...head, breaks: 'off' }
  }
}

function byHttp(base: string, request: HostRequest): Promise<HostOutcome> {
  const { method = 'GET', target = '/plants', headers, body } = request
  return new Promise((resolve) => {
    // MSW replaces the property `request` of `node:http`, so a named import would bypass MSW.
    const sent = nodeHttp.request(
      base + target,
      { method, ...(headers && { headers }) },
      async (response) => {
        const fields = Object.entries(response.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ])
        const head = { status: response.statusCode ?? 0, headers: compared(fields) }
        const bytes = await buffer(response).catch(() => undefined)
        resolve(bytes ? { ...head, body: bytes.toString('latin1') } : { ...head, breaks: 'off' })
      },
    )
    sent.on('error', () => resolve({ breaks: 'at once' }))
    sent.end(body)
  })
}

/** Headers that belong to the connection, not to the response. */
const CONNECTION_HEADERS = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

function compared(fields: readonly (readonly [name: string, value: string])[]): string[] {
  const isChunked = fields.some(([name]) => name === 'transfer-encoding')
  return fields
    .filter(([name]) => !CONNECTION_HEADERS.has(name) && !(isChunked && name === 'content-length'))
    .map(([name, value]) => `${name}: ${value}`)
    .sort()
}
