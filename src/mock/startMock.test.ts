import { once } from 'node:events'
import { request } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ListenError } from './ListenError.ts'
import type { MockOptions } from './mockOptions.ts'
import { type Mock, startMock } from './startMock.ts'
import { selfSigned } from './tls/selfSigned.ts'

const alice = { authorization: 'Bearer token-alice' }

async function start(options: MockOptions = {}): Promise<Mock> {
  const mock = await startMock({ port: 0, ...options })
  onTestFinished(() => mock.close())
  return mock
}

async function open(mock: Mock, bytes = ''): Promise<Socket> {
  const socket = connect(mock.port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  if (bytes !== '') socket.write(bytes, 'latin1')
  return socket
}

/** Everything that a connection returns for raw bytes, until it is closed or silent for a while. */
async function converse(mock: Mock, bytes: string): Promise<string> {
  const socket = await open(mock, bytes)
  let answer = ''
  socket.on('data', (data) => {
    answer += data.toString('latin1')
  })
  socket.setTimeout(150, () => socket.destroy())
  await once(socket, 'close')
  return answer
}

async function closeTime(mock: Mock): Promise<number> {
  const began = performance.now()
  await mock.close()
  return performance.now() - began
}

test('answers on a free port, below its base path, until it is closed', async () => {
  const mock = await start({ basePath: '/v1' })
  expect(mock.url).toBe(`http://127.0.0.1:${mock.port}/v1`)
  const response = await fetch(`${mock.url}/plants?limit=2`, { headers: alice })
  expect(response.status).toBe(200)
  expect(await response.json()).toHaveLength(2)
  await mock.close()
  await expect(fetch(`${mock.url}/plants`)).rejects.toThrow()
})

test('a page of another origin can read plants and errors', async () => {
  const mock = await start()
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
  const mock = await start()
  const get = await fetch(`${mock.url}/plants`, { headers: alice })
  const head = await fetch(`${mock.url}/plants`, { headers: alice, method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String((await get.arrayBuffer()).byteLength))
  expect(await head.text()).toBe('')
})

test('reads the body of a request and keeps the connection', async () => {
  const mock = await start()
  const answer = await converse(
    mock,
    'POST /plants HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello' +
      'GET /plants?limit=0 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-bob\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1.1 405 .*HTTP\/1.1 200 OK.*\r\n\r\n\[\]$/s)
  const large = await fetch(`${mock.url}/plants`, { method: 'POST', body: 'x'.repeat(4_000_000) })
  expect(large.status).toBe(405)
})

test.each([
  ['GET /plants HTTP/1.1\r\n\r\n', 400],
  ['GET /plants HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n', 400],
  ['GET /pl\xe9nts HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['GET /plants HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
  ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc', 400],
  ['\0\0\0\0 noise\r\n\r\n', 400],
  [
    'GET /plants HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-bob\r\nAuthorization: Bearer x\r\n\r\n',
    401,
  ],
  ['FOO /plants HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ['CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  [`GET /plants HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(65536)}\r\n\r\n`, 431],
  ['GET http://a/plants HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-bob\r\n\r\n', 200],
  ['GET /plants HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nAuthorization: Bearer token-bob\r\n\r\n', 200],
  ['GET /plants HTTP/1.0\r\nAuthorization: Bearer token-bob\r\n\r\n', 200],
])('the bytes %j get a %i, and the next client gets its plants', async (bytes, status) => {
  const mock = await start()
  const answer = await converse(mock, bytes)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
  if (status !== 200) expect(body).toEqual({ error: status, message: expect.any(String) })
  expect((await fetch(`${mock.url}/plants`, { headers: alice })).status).toBe(200)
})

test('clients that disconnect in the middle of a request do no harm', async () => {
  const mock = await start()
  for (let index = 0; index < 20; index++) {
    const socket = await open(mock, 'GET /plants HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx')
    socket.resetAndDestroy()
  }
  expect((await fetch(`${mock.url}/plants`, { headers: alice })).status).toBe(200)
})

test('closes in bounded time in spite of open connections', async () => {
  const mock = await start()
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
  expect(await closeTime(mock)).toBeLessThan(1000)
})

test('idle connections do not delay closing, and closing twice is closing once', async () => {
  const mock = await start()
  await (await fetch(`${mock.url}/plants`, { headers: alice })).arrayBuffer()
  expect(mock.close()).toBe(mock.close())
  expect(await closeTime(mock)).toBeLessThan(150)
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
  const mock = await start()
  const sockets = await Promise.all(Array.from({ length: 1000 }, () => open(mock)))
  const answers = sockets.map((socket) => once(socket, 'data'))
  for (const socket of sockets)
    socket.write('GET /plants?limit=1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-bob\r\n\r\n')
  for (const [data] of await Promise.all(answers)) expect(String(data)).toMatch(/^HTTP\/1.1 200 OK/)
  const closed = Promise.all(sockets.map((socket) => once(socket, 'close')))
  expect(await closeTime(mock)).toBeLessThan(2000)
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

test('sends an error after the responses to earlier requests, never inside one', async () => {
  const mock = await start()
  const sound = (query: string) =>
    `GET /plants?limit=3&${query} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-alice\r\n\r\n`
  for (const bytes of ['garbage\r\n\r\n', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'])
    for (const query of ['__dribble=3:120', '__delay=80']) {
      const socket = await open(mock, sound(query))
      let answer = ''
      socket.on('data', (data) => {
        answer += data.toString('latin1')
      })
      await new Promise((resolve) => setTimeout(resolve, 40))
      socket.write(bytes)
      await once(socket, 'close')
      expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n.*\r\n\r\n\[\{.*\}\]HTTP\/1.1 40[05] /s)
    }
})

test('noise after a valid request is not taken for a method', async () => {
  const mock = await start()
  const answer = await converse(
    mock,
    'GET /plants?limit=0 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-bob\r\n\r\n\x16\x03\x01garbage',
  )
  expect(answer).toMatch(/^HTTP\/1.1 200 .*HTTP\/1.1 400 /s)
})

test('further requests on a connection that a fault ended do no harm', async () => {
  const mock = await start()
  const broken =
    'GET /plants?__user=bob&__fault=EMPTY_RESPONSE HTTP/1.1\r\nHost: a\r\n\r\nCONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'
  const one = await open(mock, broken)
  await new Promise((resolve) => setTimeout(resolve, 50))
  one.resetAndDestroy()
  const other = connect({ port: mock.port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
  onTestFinished(() => void other.destroy())
  other.write(broken)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect((await fetch(`${mock.url}/plants`, { headers: alice })).status).toBe(200)
  expect(await closeTime(mock)).toBeLessThan(1000)
})

test('closes in bounded time with TLS too, also before a handshake', async () => {
  const mock = await start({ tls: selfSigned(['localhost']) })
  await open(mock)
  await open(mock, '\x16\x03')
  expect(await closeTime(mock)).toBeLessThan(1000)
})

test.each([
  [{ scenario: 'empty' }, 'did you mean settings.scenario?'],
  [{ prot: 4010 }, 'did you mean port?'],
  [{ settings: { code: 99 } }, 'code'],
  [{ settings: { fault: 'BANG' } }, 'EMPTY_RESPONSE'],
  [{ settings: { dealy: 5 } }, 'did you mean delay?'],
  [{ settings: { seed: 2 ** 32 } }, 'seed'],
  [{ settings: { scenario: 'emty' } }, 'did you mean empty?'],
])('explains what is wrong with the options %j', async (options, words) => {
  await expect(startMock({ port: 0, ...options } as MockOptions)).rejects.toThrow(words)
})

test('settings accept the short forms of the Prefer header', async () => {
  const mock = await start({
    settings: { delay: '100-400', dribble: '5:1000' } as MockOptions['settings'] & object,
  })
  expect(mock.settings()).toMatchObject({
    delayDistribution: { type: 'uniform', lower: 100, upper: 400 },
    chunkedDribbleDelay: { numberOfChunks: 5, totalDuration: 1000 },
  })
})
