import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { MockOptions } from './mockOptions.ts'
import { alice, open, startTestMock } from './startMock.testing.ts'
import { ListenError, type Mock, startMock } from './startMock.ts'
import { createSelfSigned } from './tls/tls.ts'

async function measureClose(mock: Mock): Promise<number> {
  const began = performance.now()
  await mock.close()
  return performance.now() - began
}

test('answers on a free port, below its base path, until it is closed', async () => {
  const mock = await startTestMock({ basePath: '/v1' })
  expect(mock.url).toBe(`http://127.0.0.1:${mock.port}/v1`)
  const response = await fetch(`${mock.url}/plants?limit=2`, { headers: alice })
  expect(response.status).toBe(200)
  expect(await response.json()).toHaveLength(2)
  await mock.close()
  await expect(fetch(`${mock.url}/plants`)).rejects.toThrow()
})

test('a page of another origin can read plants and errors', async () => {
  const mock = await startTestMock()
  for (const [path, headers] of [
    ['/plants', alice],
    ['/plants', {}],
    ['/nowhere', alice],
    ['/plants?limit=x', alice],
  ] as const) {
    const response = await fetch(mock.url + path, {
      headers: { ...headers, origin: 'http://localhost:5173' },
    })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('vary')).toBe('Origin')
    await response.arrayBuffer()
  }
})

test('HEAD returns the length of the body of GET', async () => {
  const mock = await startTestMock()
  const get = await fetch(`${mock.url}/plants`, { headers: alice })
  const head = await fetch(`${mock.url}/plants`, { headers: alice, method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String((await get.arrayBuffer()).byteLength))
  expect(await head.text()).toBe('')
})

test('closes in bounded time in spite of open connections', async () => {
  const mock = await startTestMock()
  const agentless = request(`${mock.url}/plants`, { headers: alice })
  agentless.on('error', () => {})
  agentless.end()
  await once(agentless, 'response')
  for (const bytes of [
    '',
    'GET / HT',
    '\x16\x03',
    'POST /plants HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx',
  ])
    await open(mock, bytes)
  await open(mock, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')
  for (let index = 0; index < 50; index++) await open(mock, 'GET /plants HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(await measureClose(mock)).toBeLessThan(1000)
})

test('idle connections do not delay closing, and closing twice is closing once', async () => {
  const mock = await startTestMock()
  await (await fetch(`${mock.url}/plants`, { headers: alice })).arrayBuffer()
  expect(mock.close()).toBe(mock.close())
  expect(await measureClose(mock)).toBeLessThan(150)
})

test('names a port that is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const failure = await startMock({ port }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ListenError)
  expect(failure).toMatchObject({ code: 'EADDRINUSE' })
  expect((failure as Error).message).toContain(`port ${port} of 127.0.0.1`)
})

test.each([{ port: 65536 }, { port: -1 }, { host: '' }, { basePath: '/a b' }])(
  'rejects the options %j',
  async (options) => {
    await expect(startMock({ port: 0, ...options })).rejects.toThrow(RangeError)
  },
)

test('serves a thousand open connections, and closes them with the mock', async () => {
  const mock = await startTestMock()
  const sockets = await Promise.all(Array.from({ length: 1000 }, () => open(mock)))
  const answers = sockets.map((socket) => once(socket, 'data'))
  for (const socket of sockets)
    socket.write('GET /plants?limit=1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-bob\r\n\r\n')
  for (const [data] of await Promise.all(answers)) expect(String(data)).toMatch(/^HTTP\/1.1 200 OK/)
  const closed = Promise.all(sockets.map((socket) => once(socket, 'close')))
  expect(await measureClose(mock)).toBeLessThan(2000)
  await closed
})

test('await using closes the mock at the end of its block', async () => {
  let url = ''
  {
    await using mock = await startMock({ port: 0 })
    url = mock.url
    expect((await fetch(`${url}/plants`, { headers: alice })).status).toBe(200)
  }
  await expect(fetch(`${url}/plants`)).rejects.toThrow()
})

test('closes in bounded time with TLS too, also before a handshake', async () => {
  const mock = await startTestMock({ tls: createSelfSigned(['localhost']) })
  await open(mock)
  await open(mock, '\x16\x03')
  expect(await measureClose(mock)).toBeLessThan(1000)
})

test.each([
  [{ scenario: 'empty' }, 'did you mean settings.scenario?'],
  [{ prot: 4010 }, 'did you mean port?'],
  [{ settings: { status: 99 } }, 'status'],
  [{ settings: { fault: 'BANG' } }, 'EMPTY_RESPONSE'],
  [{ settings: { dealy: 5 } }, 'did you mean delay?'],
  [{ settings: { seed: 2 ** 32 } }, 'seed'],
  [{ settings: { scenario: 'emty' } }, 'scenario: got "emty"; did you mean empty? Expected one of normal, '],
])('explains what is wrong with the options %j', async (options, words) => {
  await expect(startMock({ port: 0, ...options } as MockOptions)).rejects.toThrow(words)
})
