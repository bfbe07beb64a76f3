import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { findHarErrors } from '../../../tests/har.testing.ts'
import { createCore } from '../core.ts'
import { sendEvents } from '../hosts/serveControl.ts'
import { alice, builtInData, open, startTestMock } from '../mock.testing.ts'
import type { MockOptions } from '../mockOptions.ts'
import type { Mock } from '../startMock.ts'
import { createJournal, maskHeaders, maskTarget } from './journal.ts'

/** Starts a mock that runs until the end of the test. `admin` is the URL of the mock's control API. */
async function startAdmin(options: MockOptions = {}): Promise<{ mock: Mock; admin: string }> {
  const mock = await startTestMock(options)
  return { mock, admin: `http://127.0.0.1:${mock.port}/__admin` }
}

/** Sends a request and parses the response as JSON. */
async function call(url: string, method = 'GET', body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, json: text && JSON.parse(text) }
}

test('health describes the mock', async () => {
  const { mock, admin } = await startAdmin({ basePath: '/v1' })
  const { json } = await call(`${admin}/health`)
  expect(json).toMatchObject({
    status: 'healthy',
    name: 'plant-store-kit',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    pid: process.pid,
    baseUrl: mock.url,
    contract: { title: 'Plant Store', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
})

test("lists each user's plants in all sessions and in one session", async () => {
  const { admin } = await startAdmin()
  const counts = async (query = '') => {
    const { json } = await call(`${admin}/plants${query}`)
    return [json.rule, ...json.users.map(({ total }: { total: number }) => total)]
  }
  expect(await counts()).toEqual(['fixtures', 30, 4, 0])
  await call(`${admin}/scenario`, 'PUT', { scenario: 'many' })
  expect(await counts()).toEqual(['scenario many', 10_000, 10_000, 0])
  expect((await call(`${admin}/plants`)).json.users[0].plants).toHaveLength(500)
  await call(`${admin}/scenario`, 'PUT', { scenario: 'one', session: 's1' })
  expect(await counts('?session=s1')).toEqual(['scenario one', 1, 1, 0])
  await call(`${admin}/plants`, 'PUT', { plants: [{ name: 'Aloe vera' }], session: 's1' })
  expect(await counts('?session=s1')).toEqual(['given plants', 1, 1, 1])
  expect(await counts('?session=s2')).toEqual(['scenario many', 10_000, 10_000, 0])
  expect((await call(`${admin}/plants?sesion=s1`)).status).toBe(400)
})

test('lists its paths, and rejects other paths, other methods and long bodies', async () => {
  const { admin } = await startAdmin()
  expect((await call(admin)).json.paths).toContain('GET, PUT /__admin/scenario')
  expect(await call(`${admin}/plant`)).toMatchObject({ status: 404, json: { error: 404 } })
  const wrong = await call(`${admin}/reset`, 'DELETE')
  expect(wrong.status).toBe(405)
  expect(wrong.headers.get('allow')).toBe('POST, OPTIONS')
  const long = [{ name: 'x'.repeat(70_000) }]
  const { json } = await call(`${admin}/responses`, 'PUT', { responses: [long] })
  expect(json.message).toMatch(/^responses: expected at most 64 KiB/)
  expect((await call(`${admin}/plants`, 'PUT', { plants: long })).status).toBe(200)
  const tooLong = await call(`${admin}/plants`, 'PUT', 'x'.repeat(5_000_000))
  expect(tooLong.json.message).toMatch(/^plants: expected at most 1 MiB of JSON; for a longer list, use /)
  expect(await (await fetch(`${admin}/openapi.yaml`)).text()).toContain('openapi: 3.1.0')
})

test.each([
  ['settings', 'PUT', '{"delay": "1 s"}', 'delay'],
  ['settings', 'PUT', '{"__proto__": {"status": 500}}', '__proto__'],
  ['settings', 'PUT', 'code=500', 'invalid JSON'],
  ['scenario', 'PUT', '{"scenario": "nowhere"}', 'scenario: expected one of normal'],
  ['scenario', 'PUT', '{"scenario": "one", "session": 5}', 'session'],
  ['plants', 'PUT', '{"plants": [], "sesion": "s"}', 'unknown name "sesion"; did you mean session?'],
  ['scenario', 'PUT', '{"name": "one"}', 'scenario: expected the name of a scenario, got nothing'],
  ['responses', 'PUT', '{"response": [503]}', 'responses: expected a list'],
  ['scenario?session=a', 'PUT', '{"scenario": "one"}', 'no query for PUT'],
  ['requests?session=a', 'DELETE', undefined, 'no query'],
  ['requests?status=5xx', 'GET', undefined, 'an HTTP status'],
  ['requests?sesion=a', 'GET', undefined, 'session'],
  ['reset', 'POST', '{"session":"a"}', 'expected no body'],
  ['scenario', 'PUT', JSON.stringify({ scenario: 'one', session: 'x'.repeat(201) }), '200 characters'],
])('rejects a request for %s with the method %s and the body %s', async (path, method, body, words) => {
  const { admin } = await startAdmin()
  const { status, json } = await call(`${admin}/${path}`, method, body)
  expect(status).toBe(400)
  expect(json).toEqual({ error: 400, message: expect.stringContaining(words) })
  expect((await call(`${admin}/settings`)).json).toEqual({ scenario: 'normal' })
})

test('paths that accept GET also accept HEAD', async () => {
  const { mock, admin } = await startAdmin()
  for (const url of [`${mock.url}/`, admin, `${admin}/health`, `${admin}/requests`, `${admin}/events`]) {
    const response = await fetch(url, { method: 'HEAD' })
    expect([url, response.status, await response.text()]).toEqual([url, 200, ''])
  }
  expect((await fetch(`${admin}/reset`, { method: 'HEAD' })).status).toBe(405)
})

test('lists the last 500 requests, newest first, with secrets masked', async () => {
  const { mock, admin } = await startAdmin()
  const secret = 'canary-5521'
  const query = `limit=2&access_token=${secret}&t%6Fken=${secret}&as=token-alice`
  const headers = { ...alice, cookie: secret, 'x-api-key': secret, 'x-plant-store-session': 's1' }
  await call(`${mock.url}/plants?${query}`, 'GET', undefined, headers)
  await call(`${mock.url}/plant`)
  const { json } = await call(`${admin}/requests`)
  expect(JSON.stringify(json)).not.toMatch(/canary|token-alice/)
  expect(json.requests).toMatchObject([
    { id: 2, method: 'GET', url: '/plant', status: 404, hint: 'did you mean /plants?' },
    {
      id: 1,
      url: '/plants?limit=2&access_token=***&t%6Fken=***&as=***',
      status: 200,
      rule: 'fixtures',
      scenario: 'normal',
      session: 's1',
      headers: { authorization: 'Bearer ***', cookie: '***', 'x-api-key': '***' },
    },
  ])
  const found = async (query: string) =>
    (await call(`${admin}/requests?${query}`)).json.requests.map(({ id }: { id: number }) => id)
  expect(await found('status=404')).toEqual([2])
  expect(await found('session=s1')).toEqual([1])
  expect(await found('limit=1')).toEqual([2])
  await open(mock, 'GET /plants HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(600))
  await expect.poll(() => mock.requests()[0]?.id).toBe(602)
  const full = (await call(`${admin}/requests`)).json
  expect(full.meta).toEqual({ total: 602, kept: 500 })
  expect(full.requests[0].id).toBe(602)
  expect(full.requests.at(-1).id).toBe(103)
  await call(`${admin}/requests`, 'DELETE')
  expect((await call(`${admin}/requests`)).json.meta).toEqual({ total: 0, kept: 0 })
})

test('a response that a fault breaks is not complete, and the journal keeps the start of a long body', async () => {
  const { mock, admin } = await startAdmin({ settings: { scenario: 'many' } })
  const broken = call(`${mock.url}/plants`, 'GET', undefined, { ...alice, prefer: 'fault=TRUNCATED_BODY' })
  await expect(broken).rejects.toThrow(TypeError)
  await expect.poll(() => mock.requests()[0]?.complete).toBe(false)
  expect((await call(`${admin}/requests/2`)).status).toBe(404)
  const { json } = await call(`${admin}/requests/1`)
  expect(json.bytes).toBeGreaterThan(400_000)
  expect(json.response.body).toHaveLength(16_384)
})

test('the journal does not keep the rest of a long body in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const journal = createJournal()
  const size = 8 * 2 ** 20
  const before = process.memoryUsage().arrayBuffers
  for (let count = 0; count < 20; count += 1) {
    const response = { status: 200, headers: [], body: Buffer.alloc(size), rule: 'upstream' }
    const request = { method: 'GET', target: '/plants', headers: {} }
    const facts = { user: undefined, session: '', scenario: '', applied: [], delay: 0, fault: undefined }
    journal.add({ ...facts, at: 0, request, response, upstream: undefined, hide: undefined })
  }
  const measure = (): number => {
    collect()
    return process.memoryUsage().arrayBuffers - before
  }
  // V8 may free the memory a little later.
  await expect.poll(measure, { timeout: 5_000 }).toBeLessThan(2 * size)
})

test('disconnects a client that does not read its events, so that the events do not fill the memory', async () => {
  const core = createCore(builtInData)
  const unread = Object.assign(new Writable({ write: () => {} }), { writeHead: () => {} })
  sendEvents(core, [], { status: 'healthy' }, unread as unknown as ServerResponse)
  const target = `/nowhere?${'x'.repeat(10_000)}`
  for (const isDestroyed of [false, false, true, true]) {
    for (let index = 0; index < 20; index++) core.answer({ method: 'GET', target, headers: {} })
    await sleep(20)
    expect(unread.destroyed).toBe(isDestroyed)
  }
})

test('requests for other host names and through proxies need the admin token', async () => {
  const { admin } = await startAdmin()
  const far = { host: 'plants.example.com' }
  for (const headers of [far, { 'x-forwarded-for': '10.0.0.1' }, { forwarded: 'for=10.0.0.1' }])
    expect((await sendRaw(`${admin}/health`, headers)).status).toBe(403)
  const open = await startAdmin({ adminToken: 'open-sesame' })
  const refused = await sendRaw(`${open.admin}/health`, far)
  expect(refused.status).toBe(401)
  expect(refused.challenge).toContain('Bearer')
  expect((await sendRaw(`${open.admin}/health`, { ...far, authorization: 'Bearer open' })).status).toBe(401)
  const authorization = 'Bearer open-sesame'
  expect((await sendRaw(`${open.admin}/health`, { ...far, authorization })).status).toBe(200)
  expect((await sendRaw(`${open.admin}/health`, {})).status).toBe(200)
})

test('pages from other origins need the admin token', async () => {
  const { mock, admin } = await startAdmin()
  const origin = 'https://evil.example'
  const reset = async (headers: Record<string, string>) =>
    (await call(`${admin}/reset`, 'POST', undefined, headers)).status
  expect(await reset({ origin })).toBe(403)
  expect(await reset({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect((await call(`${admin}/health`)).headers.get('access-control-allow-origin')).toBeNull()
  expect(await reset({ origin: new URL(mock.url).origin })).toBe(200)
  const open = await startAdmin({ adminToken: 'open-sesame' })
  const authorization = 'Bearer open-sesame'
  const allowed = await call(`${open.admin}/reset`, 'POST', undefined, { origin, authorization })
  expect(allowed.status).toBe(200)
  expect(allowed.headers.get('access-control-allow-origin')).toBe('*')
  expect((await call(`${open.admin}/reset`, 'POST', undefined, { origin })).status).toBe(403)
  const preflight = await call(`${open.admin}/scenario`, 'OPTIONS', undefined, {
    origin,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization',
  })
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
})

/** Sends a request with any Host header. `fetch` would ignore this header. */
async function sendRaw(url: string, headers: Record<string, string>) {
  const { request } = await import('node:http')
  const [response] = await once(request(url, { headers }).end(), 'response')
  response.resume()
  return { status: response.statusCode, challenge: response.headers['www-authenticate'] }
}

test.each(['evil.com/.localhost', 'evil.com, a.localhost', 'localhost.evil.com', 'localhost:1@evil'])(
  'the host name %s is not local',
  async (host) => {
    const { admin } = await startAdmin()
    expect([400, 403]).toContain((await sendRaw(`${admin}/health`, { host })).status)
  },
)

test.each([
  ...'token access_token api_key apikey API-Key access-key jwt bearer pwd user_pass sid connect.sid'.split(
    ' ',
  ),
  ...'session-id PHPSESSID t%6Fken tok%65n%FF tok%65n%zz'.split(' '),
])('masks the value of %s in a query', (name) => {
  expect(maskTarget(`/plants?limit=2&${name}=s3cret&tag=fern`)).toBe(`/plants?limit=2&${name}=***&tag=fern`)
})

test.each(['limit', '__session', '__user', 'side', 'compass', 'passenger', 'key', 'inside'])(
  'does not mask the value of %s in a query',
  (name) => {
    expect(maskTarget(`/plants?${name}=worker-1`)).toBe(`/plants?${name}=worker-1`)
  },
)

test('masks the whole value of a parameter with semicolons if a part of the parameter is secret', () => {
  expect(maskTarget('/plants?limit=2;token=s3cret;tag=fern&a=b')).toBe('/plants?limit=***&a=b')
  expect(maskTarget('/plants?token=s3;cret&limit=2;more')).toBe('/plants?token=***&limit=2;more')
})

test('keeps the scheme of credentials if the scheme is known', () => {
  const shown = (value: string, name = 'authorization') => maskHeaders({ [name]: value })[name]
  expect(shown('Bearer s3cret')).toBe('Bearer ***')
  expect(shown('basic czNjcmV0')).toBe('basic ***')
  expect(shown('Digest username="a"', 'Proxy-Authorization')).toBe('Digest ***')
  expect(shown('s3cret and more')).toBe('***')
  expect(shown('s3cret')).toBe('***')
  expect(shown('Bearer s3cret', 'x-auth')).toBe('***')
  expect(shown('s3cret b=c; d=e', 'cookie')).toBe('***')
})

test("masks the secrets in a referrer's query, and shows the mock's session", () => {
  const shown = { 'x-plant-store-session': 'worker-1', accept: 'application/json' }
  const referer = 'https://app.example.com/?page=2&token='
  const masked = maskHeaders({ ...shown, referer: `${referer}s3cret`, 'x-api-key': 's3cret' })
  expect(masked).toEqual({ ...shown, referer: `${referer}***`, 'x-api-key': '***' })
})

test('returns the journal as an HTTP Archive, oldest first, without secrets', async () => {
  const { mock, admin } = await startAdmin()
  await call(`${mock.url}/plants?limit=1&token=canary`, 'GET', undefined, { ...alice, prefer: 'delay=20' })
  await call(`${mock.url}/plants`, 'GET', undefined, { ...alice, prefer: 'fault=EMPTY_RESPONSE' }).catch(
    () => {},
  )
  await call(`${mock.url}/plants`, 'GET', undefined, { ...alice, prefer: 'scenario=many' })
  await expect.poll(() => mock.requests()[0]?.complete).toBe(true)
  const { json, headers } = await call(`${admin}/requests?format=har`)
  expect(findHarErrors(json)).toEqual([])
  expect(headers.get('content-disposition')).toBe('attachment; filename="plant-store.har"')
  expect(JSON.stringify(json)).not.toMatch(/canary|token-alice/)
  const [first, broken, long] = json.log.entries
  expect(first).toMatchObject({
    request: {
      method: 'GET',
      url: `${mock.url}/plants?limit=1&token=***`,
      queryString: [
        { name: 'limit', value: '1' },
        { name: 'token', value: '***' },
      ],
    },
    response: { status: 200, content: { mimeType: 'application/json' } },
    comment: 'rule: fixtures, scenario: normal, session: alice',
  })
  expect(first.time).toBeGreaterThan(15)
  expect(JSON.parse(first.response.content.text)).toHaveLength(1)
  expect(broken.response.status).toBe(0)
  expect(broken.comment).toContain('fault: EMPTY_RESPONSE')
  expect(long.response.content.comment).toBe('only the start of the body')
  const filtered = await call(`${admin}/requests?format=har&limit=1`)
  expect(filtered.json.log.entries).toHaveLength(1)
  expect((await call(`${admin}/requests?format=zip`)).status).toBe(400)
})
