import { expect, test } from 'vitest'
import { alice } from '../mock.testing.ts'
import { createMock, FaultError, type FetchMockOptions } from './createMock.ts'

test('answers paths, URLs and Request objects without a server', async () => {
  const { fetch, path } = createMock({ basePath: '/v1' })
  expect(path).toBe('/v1/plants')
  const inputs = ['/v1/plants', 'https://any.example/v1/plants', new URL('http://[::1]:8080/v1/plants')]
  for (const input of [...inputs, new Request('http://127.0.0.1/v1/plants')]) {
    const response = await fetch(input, { headers: alice })
    expect(response.status).toBe(200)
    expect(await response.json()).toHaveLength(30)
  }
  expect((await fetch('/plants', { headers: alice })).status).toBe(404)
})

test('custom users replace the built-in users, and custom scenarios are added', async () => {
  const { fetch, scenario, scenarios } = createMock({
    fixtures: { users: [{ name: 'me', token: 'mine', plants: [{ name: 'Rosa' }, { name: 'Viola' }] }] },
    scenarios: [
      { name: 'short', plants: [{ name: 'Iris' }] },
      { name: 'empty', title: 'Out of everything', status: 503, message: 'sold out' },
    ],
  })
  const ask = async (): Promise<unknown> =>
    (await fetch('/plants', { headers: { Authorization: 'Bearer mine' } })).json()
  expect(await ask()).toEqual([{ name: 'Rosa' }, { name: 'Viola' }])
  expect((await fetch('/plants', { headers: alice })).status).toBe(401)
  scenario('short')
  expect(await ask()).toEqual([{ name: 'Iris' }])
  scenario('empty')
  expect(await ask()).toEqual({ error: 503, message: 'sold out' })
  expect(scenarios().scenarios.filter(({ name }) => name === 'empty')).toHaveLength(1)
  expect(scenarios().scenarios.map(({ name }) => name)).toContain('flaky')
})

test('without a base path, any prefix matches; with a base path, the 404 names the right path', async () => {
  const { fetch, path } = createMock()
  expect(path).toBe('*/plants')
  for (const target of ['/plants', '/api/plants', '/api/v1/pl%61nts?limit=1'])
    expect((await fetch(target, { headers: alice })).status, target).toBe(200)
  for (const target of ['/', '/api/plant', '/api/plants/1', '/api/notplants'])
    expect((await fetch(target, { headers: alice })).status, target).toBe(404)
  const missed = await createMock({ basePath: '/' }).fetch('/api/plants', { headers: alice })
  expect(await missed.json()).toEqual({
    error: 404,
    message: 'this mock has no path "/api/plants"; did you mean /plants?',
  })
})

test('a mock can be controlled, and reports requests and events', async () => {
  const { fetch, settings, requests, reset, on } = createMock()
  const types: string[] = []
  const off = on(({ type }) => types.push(type), ['request', 'reset'])
  settings({ status: 500 })
  expect((await fetch('/plants', { headers: alice })).status).toBe(500)
  reset()
  expect(requests()).toEqual([])
  off()
  expect((await fetch('/plants', { headers: alice })).status).toBe(200)
  expect(requests()).toMatchObject([{ session: 'alice', status: 200, rule: 'fixtures' }])
  expect(types).toEqual(['request', 'reset'])
})

test('fetch rejects with a TypeError on a fault, as for a broken connection', async () => {
  const { fetch, settings } = createMock()
  settings({ fault: 'CONNECTION_RESET_BY_PEER' })
  const reason: unknown = await fetch('/plants', { headers: alice }).catch((error: unknown) => error)
  expect(reason).toBeInstanceOf(TypeError)
  expect(reason).toBeInstanceOf(FaultError)
  expect(reason).toMatchObject({ fault: 'CONNECTION_RESET_BY_PEER' })
})

test.for<[options: unknown, message: string]>([
  [null, 'expected an object with options, got nothing'],
  [{ settings: { scenario: 'emty' } }, 'scenario: got "emty"; did you mean empty? Expected one of normal, '],
  [{ scenario: 'empty' }, 'did you mean settings.scenario?'],
  [createMock(), 'unknown name "path"'],
  [
    { fixtures: { users: ['a', 'b'].map((name) => ({ name, token: 's3cret', plants: [] })) } },
    'fixtures: expected a different token for each user, got the same token twice',
  ],
  [{ scenarios: [{}] }, 'scenarios[0].name: expected a scenario name'],
  [
    { fixtures: { users: [{ name: 'me', token: 'mine', plants: [{}] }] } },
    'fixtures.users[0].plants[0]: expected an object with "name"',
  ],
  [
    { fixtures: 'plants.yaml' },
    'fixtures: expected a list of plants, or users with their plants in { users: […] }, got "plants.yaml"',
  ],
  [{ scenarios: [{ name: 'a', plants: -1 }] }, 'scenarios[0].plants: expected a list of plants, or a number'],
  [{ scenarios: [{ name: 'a', delay: 'soon' }] }, 'scenarios[0].delay: expected milliseconds'],
])('explains the wrong options %j', async ([options, message]) => {
  expect(() => createMock(options as FetchMockOptions)).toThrow(RangeError)
  expect(() => createMock(options as FetchMockOptions)).toThrow(message)
})

test('an aborted request counts, and the journal says that it was aborted', async () => {
  const { fetch, responses, requests } = createMock()
  responses([503, 'empty'])
  const controller = new AbortController()
  const aborted = fetch('/plants', { headers: alice, signal: controller.signal })
  controller.abort()
  await expect(aborted).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  expect(await (await fetch('/plants', { headers: alice })).json()).toEqual([])
  expect(requests()).toMatchObject([{ status: 200 }, { status: 503, complete: false }])
})

test('the first of request, test, session, settings and scenario to set a property decides', async () => {
  const mock = createMock({ settings: { delay: 30 } })
  const session = 'one'
  const ask = async (headers = {}) => {
    const sent = { ...alice, 'X-Plant-Store-Session': session, ...headers }
    const { status } = await mock.fetch('/plants', { headers: sent })
    const [{ delayMs } = { delayMs: 0 }] = mock.requests({ limit: 1 })
    return [status, delayMs]
  }
  mock.scenario('unavailable')
  expect(await ask()).toEqual([503, 30])
  mock.settings({ status: 502, delay: 20 })
  expect(await ask()).toEqual([502, 20])
  mock.settings({ status: 501 }, { session })
  expect(await ask()).toEqual([501, 20])
  mock.responses([{ status: 429 }, { delay: 10 }, { scenario: 'bad-request', delay: 5 }, 'normal'])
  expect(await ask({ Prefer: 'delay=1' })).toEqual([429, 1])
  expect(await ask()).toEqual([501, 10])
  expect(await ask()).toEqual([400, 5])
  expect(await ask()).toEqual([200, 20])
  mock.responses([[{ name: 'Rosa' }]])
  expect(await ask()).toEqual([200, 20])
  expect(await ask({ Prefer: 'scenario=bad-request' })).toEqual([400, 20])
  mock.settings(null, { session })
  mock.scenario('many', { session })
  expect(await ask()).toEqual([200, 20])
  mock.settings({ status: null, delay: null })
  mock.scenario('server-error', { session })
  expect(await ask()).toEqual([500, 0])
  mock.scenario(null, { session })
  expect(await ask()).toEqual([503, 0])
})

test("a test's plants stay until the test resets them or chooses a scenario with plants", async () => {
  const { fetch, plants, responses, requests, scenario, settings } = createMock()
  const ask = async (target = '/plants') => {
    const response = await fetch(target, { headers: alice })
    return [response.status, await response.json(), requests({ limit: 1 })[0]?.delayMs]
  }
  const own = [{ name: 'Rosa' }]
  plants(own)
  expect(await ask('/plants?__scenario=empty')).toEqual([200, [], 0])
  scenario('unavailable')
  expect((await ask())[0]).toBe(503)
  scenario('normal')
  responses([{ scenario: 'slow', delay: 9 }, { delay: 5 }, { plants: [{ name: 'Iris' }], delay: 3 }])
  // Only requests for the operation take a response from the queue.
  expect((await ask('/elsewhere'))[0]).toBe(404)
  expect(await ask()).toEqual([200, own, 9])
  expect(await ask()).toEqual([200, own, 5])
  expect(await ask()).toEqual([200, [{ name: 'Iris' }], 3])
  expect(await ask('/plants?__scenario=slow&__delay=1')).toEqual([200, own, 1])
  responses([{ status: 409, body: { error: 409, message: 'taken' }, headers: { 'X-A': '1' } }, 500])
  expect(await ask()).toEqual([409, { error: 409, message: 'taken' }, 0])
  responses(null)
  expect(await ask()).toEqual([200, own, 0])
  plants(null)
  expect((await ask())[1]).toHaveLength(30)
  for (const choose of [() => scenario('empty'), () => settings({ scenario: 'empty' })]) {
    plants(own)
    responses([503])
    choose()
    expect(await ask()).toEqual([200, [], 0])
  }
})

test.each<[unknown, string]>([
  [[5], 'responses[0]: expected an HTTP status: 200, or 400 to 599, got 5'],
  [['slwo'], 'responses[0]: got "slwo"; did you mean slow?'],
  [[{ stats: 503 }], 'responses[0]: unknown name "stats"; did you mean status?'],
])('explains the wrong responses %j', (list, message) => {
  expect(() => createMock().responses(list as never)).toThrow(message)
})

test('settings can change the body and the media type of all responses, or of the first responses', async () => {
  const { fetch, settings } = createMock()
  const ask = async () => {
    const response = await fetch('/plants?limit=1', { headers: alice })
    return [response.status, response.headers.get('content-type'), (await response.text()).slice(0, 15)]
  }
  settings({ status: 503, body: '' })
  expect(await ask()).toEqual([503, null, ''])
  settings({ status: null, body: 'Hello' })
  expect(await ask()).toEqual([200, 'text/html; charset=utf-8', 'Hello'])
  const headers = { 'Content-Type': 'application/problem+json' }
  settings({ status: 400, body: null, headers, message: 'no' })
  expect(await ask()).toEqual([400, 'application/problem+json', '{"error":400,"m'])
  settings({ count: 1 })
  expect([await ask(), await ask()]).toMatchObject([
    [400, 'application/problem+json', '{"error":400,"m'],
    [200, 'application/json', '[{"name":"Monst'],
  ])
  for (const value of ['text/html\r\nX: y', 5 as never])
    expect(() => settings({ headers: { 'Content-Type': value } })).toThrow('Content-Type: expected a string')
  const deep = JSON.parse(`${'['.repeat(4_380)}${']'.repeat(4_380)}`)
  expect(() => settings({ body: deep })).toThrow(
    'body: expected a string or other JSON with at most 100 levels',
  )
  for (const name of ['Content-Length', 'Trailer', 'a b'])
    expect(() => settings({ headers: { [name]: '1' } })).toThrow(`${name}: expected a header name`)
})
