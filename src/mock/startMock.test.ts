import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { EventEmitter, once } from 'node:events'
import { request, type ServerResponse } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { expectLinear } from '../judge/linear.testing.ts'
import { formatBaseUrl, parseBasePath } from './basePath.ts'
import { createCore } from './core.ts'
import { errorAnswer } from './handler/answers.ts'
import { sendReply } from './hosts/sendReply.ts'
import { alice, builtInData, converse, open, startTestMock } from './mock.testing.ts'
import type { Mock } from './startMock.ts'
import { createSelfSigned } from './tls/tls.ts'

/** Closes a mock, and expects that it does not wait long for open connections. */
async function closeInTime(mock: Mock): Promise<void> {
  const began = performance.now()
  await mock.close()
  expect(performance.now() - began).toBeLessThan(4_000)
}

test('closes in bounded time despite open connections', async () => {
  const mock = await startTestMock()
  const agentless = request(`${mock.url}/plants`, { headers: alice })
  agentless.on('error', () => {})
  agentless.end()
  await once(agentless, 'response')
  const post = 'POST /plants HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx'
  for (const bytes of ['', 'GET / HT', '\x16\x03', post]) await open(mock, bytes)
  await open(mock, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')
  for (let index = 0; index < 50; index++) await open(mock, 'GET /plants HTTP/1.1\r\nHost: a\r\n\r\n')
  await closeInTime(mock)
})

test('idle connections do not delay `close`, and a second `close` has no effect', async () => {
  const mock = await startTestMock()
  await (await fetch(`${mock.url}/plants`, { headers: alice })).arrayBuffer()
  // With a fake `setTimeout`, the mock ends only idle connections.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(mock.close()).toBe(mock.close())
  await mock.close()
})

test('closes in bounded time with TLS, even before a handshake', async () => {
  const mock = await startTestMock({ tls: createSelfSigned(['localhost']) })
  await open(mock)
  await open(mock, '\x16\x03')
  await closeInTime(mock)
})

test('reads the body of a request and keeps the connection', async () => {
  const mock = await startTestMock()
  const post = 'POST /plants HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello'
  const get = 'GET /plants?limit=0 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-bob\r\n\r\n'
  const answer = await converse(mock, post + get)
  expect(answer).toMatch(/^HTTP\/1.1 405 .*HTTP\/1.1 200 OK.*\r\n\r\n\[\]$/s)
  const large = await fetch(`${mock.url}/plants`, { method: 'POST', body: 'x'.repeat(4_000_000) })
  expect(large.status).toBe(405)
})

test.each([
  ['GET /plants HTTP/1.1\r\nHost:\r\n\r\n', 401],
  ['PUT /__admin/settings HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0x1\r\n', 400],
  [
    'GET /plants HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-bob\r\nAuthorization: Bearer x\r\n\r\n',
    401,
  ],
  ['FOO /plants HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ['CONNECT /plants HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  [`GET /plants HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(65536)}\r\n\r\n`, 431],
  ['GET http://a/plants HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-bob\r\n\r\n', 200],
  ['GET /plants HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nAuthorization: Bearer token-bob\r\n\r\n', 200],
  ['GET /plants HTTP/1.0\r\nAuthorization: Bearer token-bob\r\n\r\n', 200],
])('the bytes %j get a %i, and the next client gets its plants', async (bytes, status) => {
  const mock = await startTestMock()
  const answer = await converse(mock, bytes)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
  if (status !== 200) expect(body).toEqual({ error: status, message: expect.any(String) })
  expect((await fetch(`${mock.url}/plants`, { headers: alice })).status).toBe(200)
})

test('a client that resets its connection after CONNECT does not stop the mock', async () => {
  const mock = await startTestMock()
  const socket = await open(mock, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(socket, 'data')
  socket.resetAndDestroy()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect((await fetch(`${mock.url}/plants`, { headers: alice })).status).toBe(200)
})

const GET = 'GET /plants HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-alice\r\n'

/** Sends bytes. Resolves to all received bytes, the error at the end of the connection, and the time until the first byte. */
async function receive(mock: Mock, bytes: string) {
  const socket = await open(mock, bytes)
  const began = performance.now()
  let [text, first, error] = ['', 0, '']
  socket.on('data', (chunk) => {
    first ||= performance.now() - began
    text += chunk.toString('latin1')
  })
  socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
    error = code
  })
  await new Promise((resolve) => socket.once('close', resolve))
  return { text, error, first }
}

test.each([
  ['EMPTY_RESPONSE', ''],
  ['CONNECTION_RESET_BY_PEER', 'ECONNRESET'],
] as const)('%s ends the connection without sending a byte', async (fault, error) => {
  const mock = await startTestMock({ settings: { fault } })
  expect(await receive(mock, `${GET}\r\n`)).toMatchObject({ text: '', error })
})

test('a fault waits for the responses to earlier pipelined requests, and ends the connection', async () => {
  const mock = await startTestMock()
  // Test files share a process, so other files' sockets may still be open.
  const countSockets = () =>
    process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  const others = countSockets()
  const later = GET.replace('/plants', '/plants?__delay=80')
  const broken = GET.replace('/plants', '/plants?__fault=EMPTY_RESPONSE')
  const { text } = await receive(mock, `${later}\r\n${broken}\r\n${GET}\r\n`)
  expect(text.match(/HTTP\/1.1 200/g)).toHaveLength(1)
  await expect.poll(countSockets).toBeLessThanOrEqual(others)
})

test('answers pipelined requests in separate turns, and then reads more requests', async () => {
  const mock = await startTestMock()
  let [turn, waiting, maxWaiting] = [0, 0, 0]
  const add = () => {
    maxWaiting = Math.max(maxWaiting, ++waiting)
  }
  subscribe('http.server.request.start', add)
  onTestFinished(() => void unsubscribe('http.server.request.start', add))
  const turns = new Set<number>()
  mock.on(() => {
    waiting--
    turns.add(turn)
    setImmediate(() => turn++)
  }, ['request'])
  const put = 'PUT /__admin/settings HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2'
  const socket = await open(mock, `${`${GET}\r\n`.repeat(4_000)}${put}\r\n\r\n`)
  setTimeout(() => socket.write('{}'), 50)
  const text = (await socket.setEncoding('latin1').toArray()).join('')
  expect(text.match(/HTTP\/1.1 200/g)).toHaveLength(4_001)
  // Node.js reads at most 64 KiB at a time.
  expect(turns.size).toBeGreaterThan(3_900)
  expect(maxWaiting).toBeLessThan((2 * 65_536) / GET.length)
})

test('waits for a delay, unless the client disconnects', async () => {
  const mock = await startTestMock({ settings: { delay: 150 } })
  const { first } = await receive(mock, `${GET}Connection: close\r\n\r\n`)
  expect(first).toBeGreaterThanOrEqual(145)
  const socket = await open(mock, `${GET.replace('/plants', '/plants?__delay=600000')}\r\n`)
  await expect.poll(() => mock.requests().length).toBe(2)
  socket.destroy()
  await closeInTime(mock)
})

test('closing the mock ends the connections of delayed responses', async () => {
  const mock = await startTestMock({ settings: { delay: 60_000 } })
  const waiting = fetch(`${mock.url}/plants`).catch((error: unknown) => error)
  await expect.poll(() => mock.requests().length).toBe(1)
  await mock.close()
  expect(await waiting).toBeInstanceOf(TypeError)
})

const core = createCore(builtInData)

const answer = (target: string, headers = {}) =>
  core.answer({ method: 'GET', target, headers: { ...alice, ...headers } })

test.each([
  ['the scenario', '/plants?__scenario=a', 'b'],
  ['the user', '/plants?__user=a', 'b'],
  ['an unknown preference', '/plants?__a', 'b=1'],
  ['an unknown parameter', '/plants?a', 'b=1'],
  ['the path', '/a', 'b'],
  ['the limit', '/plants?limit=', 'b'],
])('reading %s takes linear time', (_name, before, after) => {
  for (const unit of ['/', '0', '%2F', '&', '__a=&', ';', '='])
    expectLinear(unit, (text) => answer(before + text + after))
})

test.each(['Prefer', 'Authorization', 'X-Plant-Store-Session', 'Origin'])(
  'reading %s takes linear time',
  (name) => {
    for (const unit of [' ', ',', 'a=', '"', '\\', ';', 'a ', '=', 'a="b",'])
      expectLinear(unit, (text) => answer('/plants', { [name.toLowerCase()]: `a${text}b` }))
  },
)

test('10,000 sessions with long names take little memory', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc')
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  for (let index = 0; index < 10_000; index++)
    answer('/plants', { prefer: 'delay=0', 'x-plant-store-session': `${index}`.padEnd(15_200, 's') })
  // Replace the journal's entries, because it keeps the last 500 requests unchanged.
  for (let index = 0; index < 500; index++) answer('/plants')
  collectGarbage()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(15 * 2 ** 20)
})

test('a client without access gets its answer before its body arrives', async () => {
  const mock = await startTestMock()
  const started = performance.now()
  const bytes = 'PUT /__admin/settings HTTP/1.1\r\nHost: plants.example\r\nContent-Length: 9\r\n\r\n{'
  const [answer] = await once(await open(mock, bytes), 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 403 .*\r\nConnection: close\r\n/s)
  expect(performance.now() - started).toBeLessThan(4_000)
})

test.each(['localhost', 'plants.example'])(
  'an incomplete body for the host %s does not keep the connection open',
  async (host) => {
    const mock = await startTestMock()
    const bytes = `PUT /__admin/settings HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 9\r\n\r\n{`
    const socket = await open(mock, bytes)
    socket.end()
    socket.resume()
    await once(socket, 'close')
  },
)

test.each(['//', '/a//b', '/a?b', '/a#b', '/a b', '/..', '/a/./b', '/café', '/%zz', 'http://x/v1'])(
  'rejects the base path "%s"',
  (text) => {
    expect(() => parseBasePath(text)).toThrow(/expected a percent-encoded path such as \/v1/)
  },
)

test('1,000 responses can wait at the same time', () => {
  const reply = { ...errorAnswer('x', 400, 'x'), id: 1, delay: 600_000, fault: undefined }
  const send = () => {
    const statuses: number[] = []
    const response = Object.assign(new EventEmitter(), {
      writeHead: (status: number) => statuses.push(status),
      end: () => {},
    })
    sendReply(reply, response as unknown as ServerResponse)
    return { statuses, close: () => response.emit('close') }
  }
  const waiting = Array.from({ length: 1_000 }, send)
  expect(waiting.flatMap(({ statuses }) => statuses)).toEqual([])
  expect(send().statuses).toEqual([503])
  waiting[0]?.close()
  const next = send()
  expect(next.statuses).toEqual([])
  for (const { close } of [...waiting, next]) close()
})

test.each([
  ['::1', 'http://[::1]:4010'],
  ['0.0.0.0', 'http://127.0.0.1:4010'],
  ['::', 'http://[::1]:4010'],
])('the URL of a mock on host %s is %s', (host, url) => {
  expect(formatBaseUrl('http', host, 4010, '')).toBe(url)
})
