import { once } from 'node:events'
import { readFileSync, rmSync, symlinkSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startRawServer } from '../../../tests/commandLine.testing.ts'
import { createFile, createFolder } from '../../../tests/folder.testing.ts'
import { readContract } from '../../contract/readContract.ts'
import { PLANTS, sendJson, startService, startTestMock } from '../mock.testing.ts'
import type { MockEvent } from '../mockEvent.ts'
import type { MockOptions } from '../mockOptions.ts'
import type { Mock } from '../startMock.ts'
import { createSelfSigned } from '../tls/tls.ts'
import { createUpstream } from './createUpstream.ts'

const TOKEN = 'canary-token-5521'

const authorization = `Bearer ${TOKEN}`

const startBehind = ({ url: upstream }: { url: string }, options: MockOptions = {}) =>
  startTestMock({ upstream, ...options })

async function ask(mock: Mock, target = '/plants', headers: Record<string, string> = {}, method = 'GET') {
  const init = { method, headers: { authorization, ...headers }, redirect: 'manual' } as const
  const response = await fetch(mock.url + target, init)
  const text = await response.text()
  const header = (name: string): string | null => response.headers.get(name)
  return {
    status: response.status,
    text,
    header,
    rule: header('x-plant-store-rule'),
    hint: header('x-plant-store-hint'),
    violation: header('x-plant-store-violation'),
  }
}

test('the service answers under the path of its base URL', async () => {
  const service = await startService()
  const mock = await startBehind({ url: `${service.url}/api/v2/` }, { basePath: '/v1' })
  const { status, text, rule, violation } = await ask(mock, '/plants?limit=5&__session=s1&other=%41')
  expect({ status, rule, violation }).toEqual({ status: 200, rule: 'upstream', violation: null })
  expect(JSON.parse(text)).toEqual(PLANTS)
  expect(service.received.map(({ url }) => url)).toEqual(['/api/v2/plants?limit=5&other=%41'])
  const upstream = { status: 200, durationMs: expect.any(Number), violations: [] }
  expect(mock.requests()[0]).toMatchObject({ rule: 'upstream', session: 's1', upstream })
})

test('the mock forwards most headers in both directions, but no headers about a connection', async () => {
  const fields = {
    Connection: 'X-Hop, keep-alive',
    'X-Hop': 'a',
    'X-Request-Id': 'b',
    'Set-Cookie': ['c=1', 'd=2'],
    'Strict-Transport-Security': 'max-age=1',
    'Access-Control-Allow-Origin': 'https://other.example',
    'X-Plant-Store-Rule': 'forged',
  }
  const service = await startService(sendJson(200, [], fields))
  const mock = await startBehind(service)
  const sent = httpRequest(`${mock.url}/plants`, {
    headers: {
      authorization,
      origin: 'http://localhost:5173',
      connection: 'X-Own, keep-alive',
      'x-own': '1',
      'x-kept': '2',
      te: 'trailers',
      'proxy-authorization': 'Basic x',
      'x-plant-store-session': 's1',
      'accept-language': 'de',
    },
  }).end()
  const [response] = await once(sent, 'response')
  response.resume()
  const { headers } = service.received[0] ?? {}
  expect(headers).toMatchObject({
    authorization,
    host: new URL(service.url).host,
    via: expect.stringMatching(/^1\.1 plant-store-/),
    'x-kept': '2',
    'accept-language': 'de',
  })
  for (const name of ['x-own', 'te', 'proxy-authorization', 'origin', 'x-plant-store-session'])
    expect(headers).not.toHaveProperty(name)
  expect(response.headers).toMatchObject({
    'x-request-id': 'b',
    'set-cookie': ['c=1', 'd=2'],
    'access-control-allow-origin': '*',
    'content-security-policy': 'sandbox',
    'x-plant-store-rule': 'upstream',
    'content-length': '2',
  })
  expect(response.headers).not.toHaveProperty('x-hop')
  expect(response.headers).not.toHaveProperty('strict-transport-security')
})

test('the mock answers if a scenario, a preference or a test asks for a response', async () => {
  const service = await startService()
  const mock = await startBehind(service)
  const rules = async (prefer: string) => (await ask(mock, '/plants', { prefer })).rule
  expect(await rules('scenario=empty')).toBe('scenario empty')
  expect(await rules('scenario=normal')).toBe('fixtures')
  expect(await rules('user=bob')).toBe('fixtures')
  expect(await rules('code=503')).toBe('prefer code')
  expect(await rules('code=none')).toBe('bad-preference')
  mock.plants([{ name: 'Given' }])
  expect((await ask(mock)).text).toBe('[{"name":"Given"}]')
  mock.plants(null)
  mock.responses(['empty', 429, 'normal'])
  const answers = [await ask(mock), await ask(mock), await ask(mock)]
  expect(answers).toMatchObject([{ text: '[]' }, { status: 429 }, { rule: 'fixtures' }])
  mock.scenario('flaky')
  expect([(await ask(mock)).status, (await ask(mock)).status]).toEqual([503, 503])
  expect((await ask(mock, '/plants', {}, 'DELETE')).status).toBe(405)
  expect((await ask(mock, '/other')).status).toBe(404)
  const preflight = { origin: 'http://localhost:5173', 'access-control-request-method': 'GET' }
  expect((await ask(mock, '/plants', preflight, 'OPTIONS')).status).toBe(204)
  expect(service.received).toEqual([])
  expect((await ask(mock)).rule).toBe('upstream')
})

test("delays apply to the service's responses, and unknown preferences and code=200 do not make the mock answer", async () => {
  const service = await startService()
  const mock = await startBehind(service, { settings: { delay: 60 } })
  const start = performance.now()
  expect((await ask(mock)).rule).toBe('upstream')
  expect(performance.now() - start).toBeGreaterThan(55)
  mock.settings({ delay: null })
  expect((await ask(mock, '/plants', { prefer: 'return=minimal' })).rule).toBe('upstream')
  expect((await ask(mock, '/plants', { prefer: 'code=200' })).rule).toBe('upstream')
  expect((await ask(mock, '/plants?__delay=2')).rule).toBe('upstream')
  expect(service.received.map(({ url }) => url)).not.toContain('/plants?__delay=2')
})

test('repeats a request if the service closed an idle connection', async () => {
  let connections = 0
  const url = await startRawServer((socket) => {
    connections++
    let requests = 0
    socket.on('data', () => {
      requests++
      if (requests === 1)
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]')
      else socket.resetAndDestroy()
    })
  })
  const mock = await startBehind({ url })
  expect([(await ask(mock)).rule, (await ask(mock)).rule]).toEqual(['upstream', 'upstream'])
  expect(connections).toBe(2)
})

test.each([
  'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n[]',
  'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n[]',
  'HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 2\r\n\r\n[]',
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
  `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(20_000)}Content-Length: 2\r\n\r\n[]`,
  ...[0, 50, 600, 999].map(
    (status) => `HTTP/1.1 ${`00${status}`.slice(-3)} Odd\r\nContent-Length: 2\r\n\r\n[]`,
  ),
  '',
])('the mock answers instead of the broken response %#', async (bytes) => {
  const url = await startRawServer((socket) => {
    socket.once('data', () => socket.end(bytes))
  })
  const mock = await startBehind({ url })
  const { status, rule, hint } = await ask(mock)
  expect({ status, rule }).toEqual({ status: 200, rule: 'fixtures' })
  expect(hint).toMatch(
    /^the service sent (?:no complete response \(.+\)|the invalid status \d+), so the mock answered$/s,
  )
})

test.each<[number, unknown, Record<string, string>, string]>([
  [200, [{ nme: 'x' }], {}, '/0: expected an object with "name", got an object with "nme"'],
  [200, '{"a"', {}, 'the body is not JSON'],
  [200, '', {}, 'the body is empty'],
  [200, [], { 'Content-Type': 'text/html' }, 'Content-Type: expected application/json, got "text/html"'],
  [400, { error: '400', message: 'no' }, {}, '/error: expected an integer, got the string "400"'],
  [500, 'oops', {}, 'the contract does not document the status 500'],
])('a %i with body %j and headers %j violates the contract', async (status, body, headers, violation) => {
  const mock = await startBehind(await startService(sendJson(status, body, headers)))
  const sent = { authorization, 'accept-encoding': 'identity' }
  const answer = await fetch(`${mock.url}/plants`, { headers: sent })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('x-plant-store-violation')).toContain(violation)
  expect(answer.headers.get('access-control-expose-headers')).toContain('X-Plant-Store-Violation')
  expect(mock.requests()[0]?.upstream?.violations.join()).toContain(violation)
})

test.each([401, 422, 503])('the contract leaves a %i open', async (status) => {
  const mock = await startBehind(await startService(sendJson(status, 'x')))
  expect(await ask(mock)).toMatchObject({ status, violation: null, text: 'x' })
})

test('more plants than the limit violate the contract, and a HEAD response without a body conforms', async () => {
  const service = await startService()
  const mock = await startBehind(service)
  const { violation } = await ask(mock, '/plants?limit=1')
  expect(violation).toBe('expected at most 1 plants for limit=1, got 2')
  const head = await ask(mock, '/plants', {}, 'HEAD')
  expect(head).toMatchObject({ status: 200, text: '', violation: null, rule: 'upstream' })
  expect(service.received.at(-1)?.method).toBe('HEAD')
  const compressed = await startService(sendJson(200, gzipSync('[]'), { 'Content-Encoding': 'gzip' }))
  const { rule } = await ask(await startBehind(compressed), '/plants', {}, 'HEAD')
  expect(rule).toBe('upstream')
})

test('the mock names at most five violations, and repeats no token', async () => {
  const broken = Array.from({ length: 100 }, () => ({ name: 1, tag: TOKEN }))
  const service = await startService(
    sendJson(200, [{ name: 'x', tag: [TOKEN] }, { [TOKEN.toUpperCase()]: 1 }, ...broken]),
  )
  const mock = await startBehind(service)
  const { violation } = await ask(mock)
  expect(violation?.split('; ')).toHaveLength(5)
  expect(JSON.stringify(mock.requests()) + violation).not.toMatch(RegExp(TOKEN, 'i'))
})

test.each<[string, string, number, RegExp]>([
  ['objects', '{}', 20 * 2 ** 20, /its body has more than 16 MiB/],
  ['many objects', '{}', 300_000, /^\/0: expected an object with "name"/],
  ['lists in lists', '[[[[[[]]]]]]', 80_000, /^\/0: expected an object/],
  ['plants without a name', '{"name":null}', 70_000, /^\/0\/name: expected a string/],
  ['plants', '{"name":"Rosa"}', 60_000, /^none$/],
  [
    'nested lists',
    `{"name":"Rosa","x":${'['.repeat(5e5)}${']'.repeat(5e5)}}`,
    1,
    /^the body is nested too deeply/,
  ],
])('a huge list of %s does not delay other clients for long', async (_name, element, count, problem) => {
  const bytes = gzipSync(`[${`${element},`.repeat(count - 1)}${element}]`)
  const service = await startService(sendJson(200, bytes, { 'Content-Encoding': 'gzip' }))
  const mock = await startBehind(service, { record: join(createFolder(), 'plants.json') })
  // The most CPU time between two timer events in milliseconds. The service and the client share this thread.
  let longest = 0
  let last = process.threadCpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
  }, 1)
  const { status, violation, hint } = await ask(mock)
  clearInterval(timer)
  expect(status).toBe(200)
  expect(violation ?? hint ?? 'none').toMatch(problem)
  expect(longest).toBeLessThan(1_000)
})

test('the client gets a redirect, and the mock does not follow it', async () => {
  const other = await startService()
  const service = await startService((_request, response) => {
    response.writeHead(307, { Location: `${other.url}/x` }).end()
  })
  const away = await ask(await startBehind(service))
  expect(away).toMatchObject({ status: 307, rule: 'upstream' })
  expect(away.header('location')).toBe(`${other.url}/x`)
  expect([service.received.length, other.received.length]).toEqual([1, 0])
})

test('a client that disconnects ends the request to the service', async () => {
  let closed: Promise<unknown> | undefined
  const service = await startService((_request, response) => {
    closed = once(response, 'close')
  })
  const mock = await startBehind(service)
  const client = new AbortController()
  const asked = fetch(`${mock.url}/plants`, { signal: client.signal }).catch(() => {})
  await expect.poll(() => service.received.length).toBe(1)
  client.abort()
  await asked
  await closed
  await expect
    .poll(() => mock.requests()[0])
    .toMatchObject({ status: 499, complete: false, upstream: { problem: 'the client disconnected' } })
})

test('mockWhen replaces responses by their status, and responses that violate the contract', async () => {
  let status = 404
  const service = await startService((request, response) => sendJson(status, '[1]')(request, response))
  const mock = await startBehind(service, { mockWhen: [404, '5xx', 'violation'] })
  const replaced = await ask(mock)
  expect(replaced).toMatchObject({ status: 200, rule: 'fixtures' })
  expect(replaced.hint).toBe('the service answered 404, so the mock answered')
  expect(mock.requests()[0]?.upstream?.status).toBe(404)
  status = 503
  expect((await ask(mock)).rule).toBe('fixtures')
  status = 200
  expect(await ask(mock)).toMatchObject({
    rule: 'fixtures',
    violation: expect.stringContaining('/0: expected an object'),
    hint: 'the service violated the contract, so the mock answered',
  })
  status = 401
  expect(await ask(mock)).toMatchObject({ status: 401, rule: 'upstream' })
})

test('a certificate that is not trusted is explained', async () => {
  const service = await startService(undefined, createSelfSigned(['127.0.0.1']))
  const mock = await startBehind(service)
  expect((await ask(mock)).hint).toMatch(
    /^the service has a certificate that is not trusted \(\w+\); set NODE_EXTRA_CA_CERTS to the certificate file of its CA, so the mock answered$/,
  )
})

test('the journal shows a compressed body as text, and masks the tokens of all users', async () => {
  const other = 'canary-of-another-user'
  const fields = { 'Content-Encoding': 'gzip', Location: `/x?access_token=${TOKEN}`, 'X-Echo': TOKEN }
  const body = gzipSync(JSON.stringify([{ name: TOKEN, tag: other }]))
  const service = await startService(sendJson(200, body, fields))
  const mock = await startBehind(service)
  await askPlants(mock.url, other)
  await ask(mock)
  const journal = await (await fetch(`${mock.url}/__admin/requests/2`)).json()
  expect(journal).toMatchObject({
    response: {
      body: '[{"name":"***","tag":"***"}]',
      headers: { location: '/x?access_token=***', 'x-echo': '***' },
    },
  })
  expect(JSON.stringify(journal)).not.toContain(TOKEN)
})

test('very long tokens do not stop the mock', async () => {
  const service = await startService(sendJson(200, '[{"name":1}]'))
  const mock = await startBehind(service)
  for (const token of [TOKEN, ...[14_000, 4_000, 3_999, 3_998].map((length) => 'a'.repeat(length))]) {
    const { headers } = await fetch(`${mock.url}/plants`, { headers: { authorization: `Bearer ${token}` } })
    expect(headers.get('x-plant-store-violation')).toBe('/0/name: expected a string, got the number 1')
  }
  expect((await fetch(`${mock.url}/__admin/requests`)).status).toBe(200)
})

test('stops waiting for a service that does not answer', async () => {
  const { url } = await startService(() => {})
  const service = createUpstream({ url, limits: { response: 200 }, contract: readContract, emit: () => {} })
  const request = { method: 'GET', target: '/plants', headers: {} }
  const { response, upstream } = await service.send(request, new AbortController().signal)
  service.close()
  expect(response).toBeUndefined()
  expect(upstream).toMatchObject({ problem: 'did not answer within 0.2 s', violations: [] })
  expect(upstream.durationMs).toBeGreaterThan(190)
})

const askPlants = async (url: string, token: string, query = ''): Promise<unknown> => {
  const response = await fetch(`${url}/plants${query}`, { headers: { authorization: `Bearer ${token}` } })
  return await response.json()
}

test("records each user's plants, and replays them without the service", async () => {
  const record = join(createFolder(), 'plants.json')
  // Another user of the machine can create links in a shared folder such as /tmp.
  const other = createFile('other.txt', 'not a recording')
  symlinkSync(other, join(dirname(record), `.plants.json.${process.pid}.tmp`))
  const [ann, bob] = ['canary-token-of-ann', 'canary-token-of-bob']
  const service = await startService((request, response) => {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
    const echo = { name: `${token.toUpperCase()} id=${bob}`, tag: btoa(`:${token}`) }
    const all =
      token === ann
        ? [...PLANTS, echo]
        : token === bob
          ? [{ name: Buffer.from(ann).toString('hex').replaceAll(/../g, '%$&') }]
          : [{ name: 1, tag: token }]
    const status = token === 'refused' ? 401 : 200
    const limit = Number(new URL(request.url ?? '', 'http://x').searchParams.get('limit') ?? 9)
    sendJson(status, all.slice(0, limit))(request, response)
  })
  const mock = await startTestMock({ upstream: service.url, record })
  await askPlants(mock.url, ann, '?limit=1')
  await askPlants(mock.url, ann)
  await askPlants(mock.url, ann, '?limit=2')
  for (const token of [bob, 'broken', 'refused']) await askPlants(mock.url, token)
  await mock.close()
  await service.stop()
  const text = readFileSync(record, 'utf8')
  expect(text).not.toMatch(/canary/i)
  expect(readFileSync(other, 'utf8')).toBe('not a recording')
  expect(JSON.parse(text).users).toEqual([
    { name: 'user-1', token: 'recorded-1', plants: [...PLANTS, { name: '*** id=***', tag: 'Om***4=' }] },
    { name: 'user-2', token: 'recorded-2', plants: [{ name: '***' }] },
  ])
  const replay = await startTestMock({ fixtures: record })
  expect(await askPlants(replay.url, 'recorded-1', '?limit=2')).toEqual(PLANTS)
  expect(await askPlants(replay.url, 'recorded-2')).toHaveLength(1)
  const again = await startTestMock({ upstream: service.url, record, fixtures: record })
  expect(await askPlants(again.url, ann)).toHaveLength(3)
})

test('does not replace a file that is not a recording', async () => {
  const record = createFile('plants.json', JSON.stringify([{ name: 'My own fern' }]))
  const { url: upstream } = await startService()
  await expect(startTestMock({ upstream, record })).rejects.toThrow('exists and is not a recording')
  await expect(startTestMock({ upstream, record: 'plants.yaml' })).rejects.toThrow(
    'record: expected a file that ends in .json, got "plants.yaml"',
  )
})

test('reports that it cannot write the recording', async () => {
  const folder = createFolder()
  const record = join(folder, 'plants.json')
  const service = await startService()
  const mock = await startTestMock({ upstream: service.url, record })
  const events: MockEvent[] = []
  mock.on((event) => events.push(event))
  await askPlants(mock.url, 'ann')
  rmSync(folder, { recursive: true })
  await expect
    .poll(() => events.find(({ type }) => type === 'record-failed'))
    .toMatchObject({ file: record, message: expect.stringContaining('ENOENT') })
})
