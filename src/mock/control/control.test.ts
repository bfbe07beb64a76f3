import { expect, test } from 'vitest'
import { alice } from '../startMock.testing.ts'
import { call, startAdmin } from './control.testing.ts'

test('health describes the mock', async () => {
  const { mock, admin } = await startAdmin({ basePath: '/v1' })
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
  const other = await startAdmin()
  expect((await call(`${other.admin}/health`)).json.instanceId).not.toBe(json.instanceId)
})

test('a scenario can be chosen for all sessions or for one', async () => {
  const { mock, admin } = await startAdmin()
  const count = async (headers = {}) =>
    (await call(`${mock.url}/plants`, 'GET', undefined, { ...alice, ...headers })).json.length
  expect((await call(`${admin}/scenario`, 'PUT', { scenario: 'empty' })).json.scenario).toBe('empty')
  expect(await count()).toBe(0)
  await call(`${admin}/scenario`, 'PUT', { scenario: 'one', session: 'worker-1' })
  expect(await count({ 'x-plant-store-session': 'worker-1' })).toBe(1)
  const { json } = await call(`${admin}/scenario`)
  expect(json).toMatchObject({ scenario: 'empty', sessions: { 'worker-1': 'one' } })
  expect(json.scenarios).toContainEqual({
    name: 'empty',
    title: 'No plants at all',
    group: 'data',
    preview: '200 with []',
  })
})

test('settings can be changed, cleared and read', async () => {
  const { mock, admin } = await startAdmin()
  const set = async (changes: unknown) => (await call(`${admin}/settings`, 'PUT', changes)).json
  expect(await set({ status: 503, message: 'closed', delay: 5 })).toEqual({
    scenario: 'normal',
    status: 503,
    message: 'closed',
    delay: 5,
  })
  expect((await call(`${mock.url}/plants`)).json).toEqual({ error: 503, message: 'closed' })
  expect(await set({ status: null, message: null })).toEqual({ scenario: 'normal', delay: 5 })
  expect((await call(`${admin}/settings`)).json).toEqual({ scenario: 'normal', delay: 5 })
  await call(`${admin}/reset`, 'POST')
  expect((await call(`${admin}/settings`)).json).toEqual({ scenario: 'normal' })
})

test.each([
  ['settings', '{"delay": -1}', 'delay'],
  ['settings', '{"delay": "1 s"}', 'delay'],
  ['settings', '{"fault": "BANG"}', 'EMPTY_RESPONSE'],
  ['settings', '{"status": 204}', '400 to 599'],
  ['settings', '{"count": -2}', 'count'],
  ['settings', '{"speed": 2}', 'speed'],
  ['settings', '{"__proto__": {"status": 500}}', '__proto__'],
  ['settings', '{"scenario": "nowhere"}', 'scenario: expected one of normal'],
  ['settings', '[]', 'JSON object'],
  ['settings', 'code=500', 'invalid JSON'],
  ['scenario', '{"scenario": "nowhere"}', 'scenario: expected one of normal'],
  ['scenario', '{"scenario": "one", "session": 5}', 'session'],
  ['scenario', '{"scenario": "one", "user": "x"}', 'user'],
  ['scenario', '', 'invalid JSON'],
])('rejects a change of the %s to %s with an explanation', async (path, body, words) => {
  const { admin } = await startAdmin()
  const { status, json } = await call(`${admin}/${path}`, 'PUT', body)
  expect(status).toBe(400)
  expect(json).toEqual({ error: 400, message: expect.stringContaining(words) })
  expect((await call(`${admin}/settings`)).json).toEqual({ scenario: 'normal' })
})

test('lists the plants that each user gets, in all sessions and in one', async () => {
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
  expect((await call(`${admin}/plants?session=s1`)).json.users[2]).toEqual({
    name: 'empty',
    total: 1,
    plants: [{ name: 'Aloe vera' }],
  })
  expect(await counts('?session=s2')).toEqual(['scenario many', 10_000, 10_000, 0])
  const responses = async (query = '') => (await call(`${admin}/plants${query}`)).json.responses
  await call(`${admin}/responses`, 'PUT', { responses: ['empty', 503] })
  expect([await responses(), await responses('?session=s1')]).toEqual([2, 2])
  await call(`${admin}/responses`, 'PUT', { responses: [503], session: 's1' })
  expect([await responses(), await responses('?session=s1')]).toEqual([2, 1])
  expect((await call(`${admin}/plants?sesion=s1`)).status).toBe(400)
})

test('sends events as they happen', async () => {
  const { mock, admin } = await startAdmin()
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
  await until('event: response\ndata: {"id":1,"durationMs":')
  await call(`${admin}/scenario`, 'PUT', { scenario: 'one' })
  await until('event: scenario\ndata: {"scenario":"one"}\n\n')
  await call(`${admin}/settings`, 'PUT', { delay: 1 })
  await until('event: settings')
  await call(`${admin}/reset`, 'POST')
  await until('event: reset')
  expect(text).not.toContain('token-alice')
  await reader?.cancel()
})

test('lists its paths, and rejects other paths and methods', async () => {
  const { admin } = await startAdmin()
  expect((await call(admin)).json.paths).toContain('GET, PUT /__admin/scenario')
  expect(await call(`${admin}/plant`)).toMatchObject({ status: 404, json: { error: 404 } })
  const wrong = await call(`${admin}/reset`, 'DELETE')
  expect(wrong.status).toBe(405)
  expect(wrong.headers.get('allow')).toBe('POST, OPTIONS')
  expect((await call(`${admin}/settings`, 'PUT', `{"message":"${'x'.repeat(70_000)}"}`)).status).toBe(413)
  expect(await (await fetch(`${admin}/openapi.yaml`)).text()).toContain('openapi: 3.1.0')
})

test.each([
  ['requests?session=a', 'DELETE', undefined, 'no filter'],
  ['requests?status=5xx', 'GET', undefined, 'an HTTP status'],
  ['requests?sesion=a', 'GET', undefined, 'session'],
  ['reset', 'POST', '{"session":"a"}', 'takes no body'],
  ['scenario', 'PUT', JSON.stringify({ scenario: 'one', session: 'x'.repeat(201) }), '200 characters'],
])('rejects %s by %s with %s', async (path, method, body, words) => {
  const { admin } = await startAdmin()
  const { status, json } = await call(`${admin}/${path}`, method, body)
  expect(status).toBe(400)
  expect(json.message).toContain(words)
})

test('a session can return to the common scenario', async () => {
  const { admin } = await startAdmin()
  await call(`${admin}/scenario`, 'PUT', { scenario: 'one', session: 'a' })
  const { json } = await call(`${admin}/scenario`, 'PUT', { scenario: null, session: 'a' })
  expect(json.sessions).toEqual({})
})

test('changed settings reset the counters', async () => {
  const { mock, admin } = await startAdmin()
  const status = async () => (await call(`${mock.url}/plants`, 'GET', undefined, alice)).status
  expect([await status(), await status()]).toEqual([200, 200])
  await call(`${admin}/settings`, 'PUT', { count: 1 })
  expect([await status(), await status()]).toEqual([503, 200])
})

test('an internal error is a 500 with its message', async () => {
  const { createCore } = await import('../core.ts')
  const { readBuiltIn } = await import('../fixtures/readBuiltIn.testing.ts')
  const { answerControl } = await import('./control.ts')
  const answer = answerControl(
    {
      method: 'GET',
      target: '/__admin/openapi.yaml',
      headers: { host: 'localhost' },
      body: '',
      isLoopback: true,
    },
    createCore(await readBuiltIn()),
    {
      adminToken: undefined,
      health: () => ({}),
      readContractText: () => {
        throw new Error('ENOENT')
      },
    },
  )
  expect(answer).toMatchObject({ status: 500 })
})

test('plants and responses can be given for all sessions or for one, and rejected', async () => {
  const { mock, admin } = await startAdmin()
  const ask = async (headers = {}) => {
    const { status, json } = await call(`${mock.url}/plants`, 'GET', undefined, { ...alice, ...headers })
    return status === 200 ? json.map(({ name }: { name: string }) => name) : status
  }
  const session = { 'x-plant-store-session': 's1' }
  expect(await call(`${admin}/plants`, 'PUT', { plants: [{ name: 'Aloe vera' }] })).toMatchObject({
    status: 200,
  })
  await call(`${admin}/plants`, 'PUT', { plants: [], session: 's1' })
  expect([await ask(), await ask(session)]).toEqual([['Aloe vera'], []])
  await call(`${admin}/responses`, 'PUT', { responses: [404, 'one'], session: 's1' })
  expect([await ask(), await ask(session), await ask(session), await ask(session)]).toEqual([
    ['Aloe vera'],
    404,
    [expect.any(String)],
    [],
  ])
  for (const [path, body, message] of [
    ['plants', {}, 'plants: expected an array, got nothing'],
    ['plants', { plants: [{}] }, 'plants[0]: expected an object with "name", got an empty object'],
    ['plants', { plants: [], sesion: 's' }, 'unknown name "sesion"; did you mean session?'],
    ['responses', { responses: 'empty' }, 'responses: expected a list'],
    ['responses', { responses: [302] }, 'responses[0]: expected an HTTP status: 200, or 400 to 599, got 302'],
    [
      'responses',
      { responses: [[{ name: 1 }]] },
      'responses[0][0].name: expected a string, got the number 1',
    ],
  ] as const) {
    const { status, json } = await call(`${admin}/${path}`, 'PUT', body)
    expect({ status, message: json.message }).toEqual({
      status: 400,
      message: expect.stringContaining(message),
    })
  }
  await call(`${admin}/reset`, 'POST')
  expect(await ask()).toHaveLength(30)
})

test('HEAD gets what GET gets, without the body', async () => {
  const { mock, admin } = await startAdmin()
  for (const url of [`${mock.url}/`, admin, `${admin}/health`, `${admin}/requests`, `${admin}/events`]) {
    const response = await fetch(url, { method: 'HEAD' })
    expect({ url, status: response.status, body: await response.text() }).toEqual({
      url,
      status: 200,
      body: '',
    })
  }
  expect((await fetch(`${admin}/reset`, { method: 'HEAD' })).status).toBe(405)
})

test('the journal can be filtered by status, path and method', async () => {
  const { mock, admin } = await startAdmin()
  await call(`${mock.url}/plants?limit=1`, 'GET', undefined, alice)
  await call(`${mock.url}/plants`)
  await call(`${mock.url}/plants`, 'DELETE')
  await call(`${mock.url}/plant`)
  const count = async (query: string) => (await call(`${admin}/requests?${query}`)).json.requests.length
  expect(await count('status=401')).toBe(1)
  expect(await count('path=/plants')).toBe(3)
  expect(await count('path=/plants&method=GET')).toBe(2)
  expect(mock.requests({ method: 'DELETE' })).toMatchObject([{ status: 405 }])
  expect(mock.requests({ path: '/plant', status: 404 })).toHaveLength(1)
  expect(mock.requests({ path: '/plants', status: 404 })).toEqual([])
})
