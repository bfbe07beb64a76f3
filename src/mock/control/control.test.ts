import { expect, onTestFinished, test } from 'vitest'
import type { MockOptions } from '../mockOptions.ts'
import { type Mock, startMock } from '../startMock.ts'

const alice = { authorization: 'Bearer token-alice' }

async function start(options: MockOptions = {}): Promise<{ mock: Mock; admin: string }> {
  const mock = await startMock({ port: 0, ...options })
  onTestFinished(() => mock.close())
  return { mock, admin: `http://127.0.0.1:${mock.port}/__admin` }
}

async function call(url: string, method = 'GET', body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    json: text === '' ? undefined : JSON.parse(text),
  }
}

test('health describes the mock', async () => {
  const { mock, admin } = await start({ basePath: '/v1' })
  const { json } = await call(`${admin}/health`)
  expect(json).toMatchObject({
    status: 'healthy',
    name: 'plant-store-kit',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    instanceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    pid: process.pid,
    baseUrl: mock.url,
    contract: { title: 'Plant Store', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  const other = await start()
  expect((await call(`${other.admin}/health`)).json.instanceId).not.toBe(json.instanceId)
  expect((await call(`${admin}/version`)).json).toEqual({ version: json.version })
})

test('a scenario can be chosen for all sessions or for one', async () => {
  const { mock, admin } = await start()
  const count = async (headers = {}) =>
    (await call(`${mock.url}/plants`, 'GET', undefined, { ...alice, ...headers })).json.length
  expect((await call(`${admin}/scenario`, 'PUT', { scenario: 'empty' })).json.scenario).toBe('empty')
  expect(await count()).toBe(0)
  await call(`${admin}/scenario`, 'PUT', { scenario: 'one', session: 'worker-1' })
  expect(await count({ 'x-plant-store-session': 'worker-1' })).toBe(1)
  const { json } = await call(`${admin}/scenario`)
  expect(json).toMatchObject({ scenario: 'empty', sessions: { 'worker-1': 'one' } })
  expect(json.scenarios).toContainEqual({ name: 'empty', title: 'No plants at all', verdict: 'incomplete' })
})

test('settings can be changed, cleared and read', async () => {
  const { mock, admin } = await start()
  const set = async (changes: unknown) => (await call(`${admin}/settings`, 'PUT', changes)).json
  expect(await set({ code: 503, message: 'closed', fixedDelay: 5 })).toEqual({
    scenario: 'normal',
    seed: 1,
    code: 503,
    message: 'closed',
    fixedDelay: 5,
  })
  expect((await call(`${mock.url}/plants`)).json).toEqual({ error: 503, message: 'closed' })
  expect(await set({ code: null, message: null })).toEqual({ scenario: 'normal', seed: 1, fixedDelay: 5 })
  expect((await call(`${admin}/settings`)).json).toEqual({ scenario: 'normal', seed: 1, fixedDelay: 5 })
  await call(`${admin}/reset`, 'POST')
  expect((await call(`${admin}/settings`)).json).toEqual({ scenario: 'normal', seed: 1 })
})

test.each([
  ['settings', '{"fixedDelay": -1}', 'fixedDelay'],
  ['settings', '{"fixedDelay": "1"}', 'fixedDelay'],
  ['settings', '{"delayDistribution": {"type": "normal"}}', 'delayDistribution.type'],
  ['settings', '{"delayDistribution": {"type": "uniform", "lower": 5, "upper": 1}}', 'upper'],
  ['settings', '{"delayDistribution": {"type": "uniform", "lower": 5}}', 'upper'],
  ['settings', '{"chunkedDribbleDelay": {"numberOfChunks": 0, "totalDuration": 1}}', 'numberOfChunks'],
  ['settings', '{"fault": "BANG"}', 'EMPTY_RESPONSE'],
  ['settings', '{"code": 204}', '400 to 599'],
  ['settings', '{"rate": 2}', 'rate'],
  ['settings', '{"speed": 2}', 'speed'],
  ['settings', '{"__proto__": {"code": 500}}', '__proto__'],
  ['settings', '{"scenario": "nowhere"}', 'scenario: expected one of normal'],
  ['settings', '[]', 'JSON object'],
  ['settings', 'code=500', 'no JSON'],
  ['scenario', '{"scenario": "nowhere"}', 'scenario: expected one of normal'],
  ['scenario', '{"scenario": "one", "session": 5}', 'session'],
  ['scenario', '{"scenario": "one", "user": "x"}', 'user'],
  ['scenario', '', 'no JSON'],
])('rejects a change of the %s to %s with an explanation', async (path, body, words) => {
  const { admin } = await start()
  const { status, json } = await call(`${admin}/${path}`, 'PUT', body)
  expect(status).toBe(400)
  expect(json).toEqual({ error: 400, message: expect.stringContaining(words) })
  expect((await call(`${admin}/settings`)).json).toEqual({ scenario: 'normal', seed: 1 })
})

test('lists the last 500 requests, newest first, with secrets masked', async () => {
  const { mock, admin } = await start()
  const secret = 'canary-5521'
  await call(`${mock.url}/plants?limit=2&access_token=${secret}&t%6Fken=${secret}`, 'GET', undefined, {
    ...alice,
    cookie: secret,
    'x-api-key': secret,
    'x-plant-store-session': 's1',
  })
  await call(`${mock.url}/plant`)
  const { json } = await call(`${admin}/requests`)
  expect(JSON.stringify(json)).not.toMatch(/canary|token-alice/)
  expect(json.requests).toMatchObject([
    { id: 2, method: 'GET', url: '/plant', status: 404, matched: false, hint: 'did you mean /plants?' },
    {
      id: 1,
      url: '/plants?limit=2&access_token=***&t%6Fken=***',
      status: 200,
      rule: 'fixtures',
      scenario: 'normal',
      session: 's1',
      matched: true,
      headers: { authorization: 'Bearer ***', cookie: '***', 'x-api-key': '***' },
    },
  ])
  const found = async (query: string) =>
    (await call(`${admin}/requests?${query}`)).json.requests.map(({ id }: { id: number }) => id)
  expect(await found('unmatched=true')).toEqual([2])
  expect(await found('session=s1')).toEqual([1])
  expect(await found('limit=1')).toEqual([2])
  expect(await found(`since=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([])
  expect((await call(`${admin}/requests/count?unmatched=true`)).json).toEqual({ count: 1 })
  expect((await call(`${admin}/requests?since=yesterday`)).status).toBe(400)
  for (let index = 0; index < 600; index++) await (await fetch(`${mock.url}/plants`)).arrayBuffer()
  const full = (await call(`${admin}/requests`)).json
  expect(full.meta).toEqual({ total: 602, kept: 500 })
  expect(full.requests[0].id).toBe(602)
  expect(full.requests.at(-1).id).toBe(103)
  await call(`${admin}/requests`, 'DELETE')
  expect((await call(`${admin}/requests`)).json.meta).toEqual({ total: 0, kept: 0 })
})

test('sends events as they happen', async () => {
  const { mock, admin } = await start()
  const response = await fetch(`${admin}/events`)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const until = async (words: string) => {
    while (!text.includes(words)) text += (await reader?.read())?.value ?? ''
  }
  await until('event: hello')
  await call(`${mock.url}/plants`, 'GET', undefined, alice)
  await until('event: request')
  await call(`${admin}/scenario`, 'PUT', { scenario: 'one' })
  await until('event: scenario\ndata: {"scenario":"one"}\n\n')
  await call(`${admin}/settings`, 'PUT', { fixedDelay: 1 })
  await until('event: settings')
  await call(`${admin}/reset`, 'POST')
  await until('event: reset')
  expect(text).not.toContain('token-alice')
  await reader?.cancel()
})

test('other machines need the admin token', async () => {
  const { admin } = await start()
  for (const headers of [
    { host: 'plants.example.com' },
    { 'x-forwarded-for': '10.0.0.1' },
    { forwarded: 'for=10.0.0.1' },
  ])
    expect((await raw(`${admin}/health`, headers)).status).toBe(403)
  const open = await start({ adminToken: 'open-sesame' })
  const far = { host: 'plants.example.com' }
  const refused = await raw(`${open.admin}/health`, far)
  expect(refused.status).toBe(401)
  expect(refused.challenge).toContain('Bearer')
  expect((await raw(`${open.admin}/health`, { ...far, authorization: 'Bearer open' })).status).toBe(401)
  expect((await raw(`${open.admin}/health`, { ...far, authorization: 'Bearer open-sesame' })).status).toBe(
    200,
  )
  expect((await raw(`${open.admin}/health`, {})).status).toBe(200)
})

test('pages of other origins have no access unless adminCors lists them', async () => {
  const { mock, admin } = await start()
  const origin = 'https://evil.example'
  expect((await call(`${admin}/reset`, 'POST', undefined, { origin })).status).toBe(403)
  expect((await call(`${admin}/health`, 'GET', undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(
    403,
  )
  expect((await call(`${admin}/health`)).headers.get('access-control-allow-origin')).toBeNull()
  expect((await call(`${admin}/reset`, 'POST', undefined, { origin: new URL(mock.url).origin })).status).toBe(
    200,
  )
  const open = await start({ adminCors: [origin] })
  const allowed = await call(`${open.admin}/reset`, 'POST', undefined, { origin })
  expect(allowed.status).toBe(200)
  expect(allowed.headers.get('access-control-allow-origin')).toBe(origin)
  expect((await call(`${open.admin}/reset`, 'POST', undefined, { origin: 'https://b.example' })).status).toBe(
    403,
  )
  const preflight = await call(`${open.admin}/scenario`, 'OPTIONS', undefined, {
    origin,
    'access-control-request-method': 'PUT',
  })
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
})

test('lists its paths, and rejects other paths and methods', async () => {
  const { admin } = await start()
  expect((await call(admin)).json.paths).toContain('GET, PUT /__admin/scenario')
  expect(await call(`${admin}/plants`)).toMatchObject({ status: 404, json: { error: 404 } })
  const wrong = await call(`${admin}/reset`, 'DELETE')
  expect(wrong.status).toBe(405)
  expect(wrong.headers.get('allow')).toBe('POST, OPTIONS')
  expect((await call(`${admin}/settings`, 'PUT', `{"message":"${'x'.repeat(70_000)}"}`)).status).toBe(413)
  expect(await (await fetch(`${admin}/openapi.yaml`)).text()).toContain('openapi: 3.1.0')
})

/** Sends a request with any Host header, which fetch does not allow. */
async function raw(url: string, headers: Record<string, string>) {
  const { request } = await import('node:http')
  return new Promise<{ status: number | undefined; challenge: string | undefined }>((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume()
      resolve({ status: response.statusCode, challenge: response.headers['www-authenticate'] })
    })
      .on('error', reject)
      .end()
  })
}

test.each([
  ['requests?session=a', 'DELETE', undefined, 'no filter'],
  ['requests?unmatched=maybe', 'GET', undefined, 'true or false'],
  ['requests?sesion=a', 'GET', undefined, 'session'],
  ['reset', 'POST', '{"session":"a"}', 'takes no body'],
  ['scenario', 'PUT', JSON.stringify({ scenario: 'one', session: 'x'.repeat(201) }), '200 characters'],
])('rejects %s by %s with %s', async (path, method, body, words) => {
  const { admin } = await start()
  const { status, json } = await call(`${admin}/${path}`, method, body)
  expect(status).toBe(400)
  expect(json.message).toContain(words)
})

test('a session can return to the common scenario', async () => {
  const { admin } = await start()
  await call(`${admin}/scenario`, 'PUT', { scenario: 'one', session: 'a' })
  const { json } = await call(`${admin}/scenario`, 'PUT', { scenario: null, session: 'a' })
  expect(json.sessions).toEqual({})
})

test('changed settings reset the counters', async () => {
  const { mock, admin } = await start()
  const status = async () => (await call(`${mock.url}/plants`, 'GET', undefined, alice)).status
  expect([await status(), await status()]).toEqual([200, 200])
  await call(`${admin}/settings`, 'PUT', { failRequestCount: 1 })
  expect([await status(), await status()]).toEqual([503, 200])
})

test('an internal error is a 500 with its message', async () => {
  const { createCore } = await import('../core.ts')
  const { readBuiltIn } = await import('../fixtures/readBuiltIn.testing.ts')
  const { control } = await import('./control.ts')
  const answer = control(
    {
      method: 'GET',
      target: '/__admin/openapi.yaml',
      headers: { host: 'localhost' },
      body: '',
      isLoopback: true,
    },
    createCore(readBuiltIn()),
    {
      adminToken: undefined,
      adminCors: 'off',
      health: () => ({}),
      contractText: () => {
        throw new Error('ENOENT')
      },
    },
  )
  expect(answer).toMatchObject({ status: 500 })
})

test.each(['evil.com/.localhost', 'evil.com, a.localhost', 'localhost.evil.com', 'localhost:1@evil'])(
  'the host name %s is not local',
  async (host) => {
    const { admin } = await start()
    expect((await raw(`${admin}/health`, { host })).status).toBe(403)
  },
)
