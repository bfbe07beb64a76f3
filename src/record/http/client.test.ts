import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../../tests/listen.testing.ts'
import { createTestClient } from '../../engines/smallServer.testing.ts'
import { testProbe } from '../../judge/exchange.testing.ts'
import type { Exchange, Probe } from '../../judge/exchange.ts'

const PROBE = testProbe()

async function serve(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(listener))}/plants`
}

function createClient(more: Parameters<typeof createTestClient>[0] = {}) {
  const created = createTestClient({ timeout: 10_000, patience: 1_000, ...more })
  onTestFinished(created.close)
  const send = async (probe: Probe, url: string, attempt: number): Promise<Exchange> => {
    const [exchange] = await created.send([probe], url, attempt)
    if (!exchange) throw new Error('nothing was sent')
    return exchange
  }
  return { ...created, send, sendTogether: created.send }
}

test('a host with a given address is contacted at that address, under its own name, only at the given port', async () => {
  const names: string[] = []
  const SNICallback = (name: string, done: (error: Error) => void): void => {
    names.push(name)
    done(new Error('no certificate'))
  }
  const port = await listen(createTlsServer({ SNICallback }))
  const known = createClient({ resolutions: [{ host: 'Plants.invalid', port, address: '127.0.0.1' }] })
  const { failure } = await known.send(PROBE, `https://plants.invalid:${port}/plants`, 1)
  expect(failure).toBeDefined()
  expect(names).toEqual(['plants.invalid'])
  const other = await known.send(PROBE, `https://plants.invalid:${port - 1}/plants`, 1)
  expect(other.failure?.kind).toBe('dns')
})

test('follows a redirect to the same host with the token, and follows no redirect to another host', async () => {
  const seen: (string | undefined)[] = []
  const url = await serve((request, response) => {
    seen.push(request.headers.authorization)
    if (request.url === '/plants') response.writeHead(308, { Location: '/v2/plants' }).end()
    else if (request.url === '/v2/plants')
      response.writeHead(307, { Location: 'http://elsewhere.example/plants' }).end()
  })
  const exchange = await createClient().send(PROBE, url, 1)
  expect(exchange.hops.map(({ response }) => response.status)).toEqual([308])
  expect(exchange.response?.status).toBe(307)
  expect(seen).toEqual(['Bearer t', 'Bearer t'])
})

test.each(['a\r\nX: b', 'a\rb', 'a\nb', 'a\0b', 'aĊb', 'ač'])('the header %j is not sent', async (text) => {
  const sending = createClient().send(testProbe({ fields: [['X-Shop', text]] }), 'http://a.invalid', 1)
  await expect(sending).rejects.toThrow('expected a request with one line of Latin-1 for each header')
})

test('a response that arrives very slowly is aborted after three times the timeout', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  })
  const exchange = await createClient({ timeout: 100 }).send(PROBE, url, 1)
  expect(exchange.failure).toMatchObject({
    kind: 'timeout',
    message: expect.stringContaining('300 ms in total'),
  })
})

test('a stalled response fails, and what was received is kept', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'Content-Length': 9 }).write('[]')
  })
  const exchange = await createClient({ timeout: 100 }).send(PROBE, url, 1)
  expect(exchange.failure).toMatchObject({ kind: 'timeout', partial: { status: 200 } })
  expect(exchange.failure?.partial?.anomalies.map(({ code }) => code)).toEqual(['body-stalled'])
})

test('equal bodies are stored once, and a body beyond the memory limit is marked as cut', async () => {
  const url = await serve((request, response) =>
    response.end('x'.repeat(request.url === '/plants' ? 1e3 : 9e3)),
  )
  const { send } = createClient({ memory: 1e4 })
  const [first, second, other] = [
    await send(PROBE, url, 1),
    await send(PROBE, url, 1),
    await send({ ...PROBE, query: 'limit=1' }, url, 1),
  ]
  expect(second.response?.body).toBe(first.response?.body)
  expect(other.response).toMatchObject({ cut: true })
})

test('the decoded size of a compressed body counts towards the memory limit', async () => {
  const body = gzipSync('x'.repeat(9e3))
  const url = await serve((_request, response) =>
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(body),
  )
  const { send } = createClient({ memory: 1e4 })
  expect(body.length).toBeLessThan(100)
  expect((await send(PROBE, url, 1)).response).toMatchObject({ cut: true })
})

test('waits only for the first of several unusual requests that get a 503, and not for long', async () => {
  const url = await serve(({ headers }, response) =>
    response.writeHead(headers.range === undefined ? 200 : 503, { 'Retry-After': '5' }).end('[]'),
  )
  const client = createClient({ patience: 30_000 })
  const unusual = testProbe({ fields: [['Range', 'plants=1']] })
  const first = await client.send(unusual, url, 1)
  expect([first.response?.status, first.waited.map(({ ms }) => ms)]).toEqual([503, [1_000, 1_000, 1_000]])
  expect((await client.send(unusual, url, 1)).waited).toEqual([])
})

test('waits as long as Retry-After says, then stays below the limit of the server', async () => {
  const received: number[] = []
  const url = await serve((_request, response) => {
    received.push(performance.now())
    if (received.length === 11) response.writeHead(429, { 'Retry-After': '1' })
    response.end('[]')
  })
  const rates: number[] = []
  const began = performance.now()
  const { send } = createClient({ onSlowDown: (rate: number) => rates.push(rate) })
  for (let count = 0; count < 16; count++) expect((await send(PROBE, url, 1)).response?.status).toBe(200)
  const [refused = 0, repeated = 0, last = 0] = [10, 11, 16].map((index) => received[index])
  expect(repeated - refused).toBeGreaterThan(995)
  // The new rate is slightly below the server's own rate: ten requests in the time until the server accepted the next request.
  expect(rates).toEqual([expect.any(Number)])
  const [rate = 0] = rates
  expect(rate).toBeLessThan(10)
  expect(rate).toBeGreaterThan(9_000 / (repeated - began))
  // On a busy machine, the repeated request may arrive late, and the next ones on time.
  expect(last - refused).toBeGreaterThan(995 + (5 * 1_000) / rate)
})

test('accepted requests do not refill the time that a run waits in total', async () => {
  let received = 0
  const url = await serve((_request, response) => {
    received += 1
    response.writeHead(received % 2 ? 429 : 200, { 'Retry-After': '1' }).end('[]')
  })
  const client = createClient({ patience: 2_500 })
  const statuses: unknown[] = []
  for (let count = 0; count < 3; count++) statuses.push((await client.send(PROBE, url, 1)).response?.status)
  expect([statuses, client.isExhausted()]).toEqual([[200, 200, 429], true])
})

test('heads count as kept bytes, even if the bodies are equal', async () => {
  const fields = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`X-${at}`, 'a'.repeat(1_000)]))
  const url = await serve((_request, response) => response.writeHead(200, fields).end('[]'))
  const { send } = createClient({ memory: 6e5 })
  const cut: unknown[] = []
  for (let count = 0; count < 4; count++) cut.push((await send(PROBE, url, 1)).response?.cut)
  expect(cut).toEqual([false, false, true, true])
})

const GROUP = ['a', 'b', 'c'].map((id) => testProbe({ id, connection: id, parallel: 'all' }))

test('one connection stays open until a probe names another, and concurrent requests have their own connections', async () => {
  let open = 0
  let maxResults = 0
  const server = createServer((_request, response) => void response.end('[]'))
  server.on('connection', (socket) => {
    open += 1
    maxResults = Math.max(maxResults, open)
    socket.on('close', () => {
      open -= 1
    })
  })
  const url = `http://127.0.0.1:${await listen(server)}/plants`
  const client = createClient()
  const earlier: number[] = []
  for (const connection of ['a', 'a', 'b', 'a', undefined, undefined])
    earlier.push((await client.send(testProbe(connection ? { connection } : {}), url, 1)).connection.earlier)
  expect(earlier).toEqual([0, 1, 0, 0, 0, 1])
  expect(maxResults).toBe(1)
  await client.sendTogether(GROUP, url, 1)
  expect(maxResults).toBe(3)
})

test('waits only a second for requests of a kind that timed out, and longer for other requests', async () => {
  const url = await serve(({ url: at = '' }, response) => {
    if (at.includes('limit=x')) return
    setTimeout(() => response.end('[]'), at.includes('limit=9') ? 1_100 : 0)
  })
  const { send } = createClient({ timeout: 1_500 })
  const bad = (id: string) => send(testProbe({ id, limit: 'outside', query: `limit=x${id}` }), url, 1)
  const first = await Promise.all(['a', 'b', 'c'].map(bad))
  const next = await bad('d')
  expect(first.map(({ failure }) => failure?.message)).toEqual(
    Array(3).fill(expect.stringContaining('1500 ms')),
  )
  expect(next.failure).toMatchObject({ kind: 'timeout', message: expect.stringContaining('1000 ms') })
  const slow = await send(testProbe({ id: 'slow', limit: 'positive', query: 'limit=9' }), url, 1)
  expect(slow.response?.status).toBe(200)
})

test('waits less after many requests have timed out, also after one slow response', async () => {
  const { send } = createClient({ timeout: 2_000 })
  let received = 0
  const url = await serve((_, response) => {
    received += 1
    if (received <= 30) setTimeout(() => response.end('[]'), received === 9 ? 1_000 : 0)
  })
  for (let count = 0; count < 30; count += 1) await send(PROBE, url, 1)
  const silent = await Promise.all(Array.from({ length: 15 }, () => send(PROBE, url, 1)))
  silent.push(await send(PROBE, url, 1))
  const waits = silent.map(({ failure }) => Number(/\d+/.exec(failure?.message ?? '')))
  // On a busy machine, the last wait may be longer than the minimum, because all responses are slower.
  expect([Math.max(...waits), Number(waits.at(-1)) < 2_000]).toEqual([2_000, true])
})

test('a server in a process that gets no CPU time for a while is not silent', async () => {
  const { send } = createClient({ timeout: 200 })
  const url = await serve((_, response) => {
    setTimeout(() => setTimeout(() => response.end('[]'), 20), 20)
    const end = performance.now() + 500
    while (performance.now() < end);
  })
  expect((await send(PROBE, url, 1)).response?.body.toString()).toBe('[]')
})
