import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createMock, FaultError, type FetchMockOptions, type OwnScenario } from './createMock.ts'

const alice = { Authorization: 'Bearer token-alice' }

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

test('custom users replace the built-in ones, and custom scenarios are added', async () => {
  const { fetch, scenario, scenarios } = createMock({
    fixtures: { users: [{ name: 'me', token: 'mine', plants: [{ name: 'Rosa' }, { name: 'Viola' }] }] },
    scenarios: [
      { name: 'short', plants: [{ name: 'Iris' }] },
      { name: 'empty', title: 'Out of everything', effects: { code: 503, message: 'sold out' } },
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

test('any prefix matches if the base path says so; otherwise the 404 says how to match it', async () => {
  const { fetch, path } = createMock({ basePath: '*' })
  expect(path).toBe('*/plants')
  for (const target of ['/plants', '/api/plants', '/api/v1/pl%61nts?limit=1'])
    expect((await fetch(target, { headers: alice })).status, target).toBe(200)
  for (const target of ['/', '/api/plant', '/api/plants/1', '/api/notplants'])
    expect((await fetch(target, { headers: alice })).status, target).toBe(404)
  const missed = await createMock().fetch('/api/plants', { headers: alice })
  expect(await missed.json()).toEqual({
    error: 404,
    message:
      'nothing at "/api/plants"; the plants are at /plants; to serve them here, set the base path to "/api", or to "*" for any prefix',
  })
})

test("given plants have any scenario's effects; a request or a scenario with plants of its own comes first", async () => {
  const { fetch, plants, responses, scenario, requests, reset } = createMock()
  const ask = async (headers = {}): Promise<unknown> => {
    const response = await fetch('/plants', { headers: { ...alice, ...headers } })
    const json = (await response.json()) as { name: string }[]
    return response.status === 200 ? json.map(({ name }) => name).slice(0, 2) : response.status
  }
  plants([{ name: 'Rosa' }])
  expect(await ask()).toEqual(['Rosa'])
  expect(requests()[0]).toMatchObject({ rule: 'given plants' })
  expect(await ask({ Authorization: 'Bearer token-empty' })).toEqual(['Rosa'])
  expect(await ask({ Authorization: 'Bearer none' })).toBe(401)
  expect(await ask({ Prefer: 'scenario=empty' })).toEqual([])
  expect(await ask({ Prefer: 'code=503' })).toBe(503)
  scenario('unavailable')
  expect(await ask()).toBe(503)
  scenario('normal')
  expect(await ask()).toEqual(['Rosa'])
  responses(['unavailable', 'empty'])
  // Only responses of the operation count.
  expect((await fetch('/elsewhere')).status).toBe(404)
  expect([await ask(), await ask(), await ask()]).toEqual([503, [], ['Rosa']])
  scenario('empty')
  expect(await ask()).toEqual([])
  reset()
  expect(await ask()).toHaveLength(2)
})

test('a list that is changed after it was given changes nothing', async () => {
  const { fetch, plants } = createMock()
  const list = [{ name: 'Rosa' }]
  plants(list)
  list.push({ name: 'Viola' })
  expect(await (await fetch('/plants', { headers: alice })).json()).toEqual([{ name: 'Rosa' }])
})

test('plants and fixtures that violate the contract are rejected', () => {
  const odd = { nme: 'X' } as never
  const missing = 'expected an object with "name", got an object with "nme"'
  expect(() => createMock().plants([odd])).toThrow(`plants[0]: ${missing}`)
  expect(() => createMock({ scenarios: [{ name: 'odd', plants: [odd] }] })).toThrow(
    `scenarios[0].plants[0]: ${missing}`,
  )
  const users = [{ name: 'me', token: 'mine', plants: [odd] }]
  expect(() => createMock({ fixtures: { users } })).toThrow(`fixtures.users[0].plants[0]: ${missing}`)
  expect(() => createMock({ fixtures: 'plants.yaml' as never })).toThrow(
    'fixtures: expected a list of plants, or users with their plants, got "plants.yaml"',
  )
})

test('throws on an invalid option', () => {
  expect(() => createMock({ basePath: '/a?b' })).toThrow(RangeError)
  expect(() => createMock({ settings: { scenario: 'none-such' } })).toThrow(
    /scenario: got .*Expected one of normal/,
  )
  expect(() => createMock({ scenarios: [{ name: 'odd', effects: { code: 302 } }] })).toThrow(/code/)
})

test('can be controlled, and reports requests and events', async () => {
  const { fetch, settings, requests, reset, on } = createMock()
  const types: string[] = []
  const off = on(({ type }) => types.push(type))
  settings({ code: 500 })
  expect((await fetch('/plants', { headers: alice })).status).toBe(500)
  reset()
  expect(requests()).toEqual([])
  off()
  expect((await fetch('/plants', { headers: alice })).status).toBe(200)
  expect(requests()).toMatchObject([{ session: 'alice', status: 200, rule: 'fixtures' }])
  expect(types).toEqual(['settings', 'request', 'reset'])
})

test('rejects with a TypeError on a fault, as for a broken connection', async () => {
  const { fetch, settings } = createMock()
  settings({ fault: 'CONNECTION_RESET_BY_PEER' })
  const reason: unknown = await fetch('/plants', { headers: alice }).catch((error: unknown) => error)
  expect(reason).toBeInstanceOf(TypeError)
  expect(reason).toBeInstanceOf(FaultError)
  expect(reason).toMatchObject({ fault: 'CONNECTION_RESET_BY_PEER' })
})

test('rejects with the reason when a request is aborted, before the response and in its body', async () => {
  const { fetch } = createMock()
  const late = fetch('/plants?__delay=60000', { headers: alice, signal: AbortSignal.timeout(10) })
  await expect(late).rejects.toMatchObject({ name: 'TimeoutError' })
  const aborting = new AbortController()
  const { signal } = aborting
  const slow = await fetch('/plants?__dribble=2:60000', { headers: alice, signal })
  const reader = slow.body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  aborting.abort(new Error('enough'))
  await expect(reader?.read()).rejects.toThrow('enough')
})

test.for(['createMock.ts', 'msw.ts'])('%s and its imports do not need Node.js', (entry) => {
  const { files, packages } = listImports(join(import.meta.dirname, entry))
  expect(files.length).toBeGreaterThan(20)
  expect(packages.filter((name) => !['msw', 'plant-store-kit/fixtures'].includes(name))).toEqual([])
  const leaning = files.filter((file) =>
    /\b(?:process|Buffer|require|__dirname)[.(]|import\.meta/.test(readCode(file)),
  )
  expect(leaning).toEqual([])
  const generated = readCode(fileURLToPath(import.meta.resolve('plant-store-kit/fixtures')))
  expect(generated.match(/^import .*$/gm)).toEqual(["import { validators } from './validators.js'"])
})

/** All that a file imports when it runs: types are gone by then. */
function listImports(entry: string): { files: string[]; packages: string[] } {
  const files = new Set([entry])
  const packages = new Set<string>()
  for (const file of files) {
    const found = readCode(file).matchAll(
      /^(?:import|export) (?!type )(?:[^'=]* from )?'([^']+)'|\bimport\('([^']+)'\)/gm,
    )
    for (const [, name = '', dynamic] of found) {
      const specifier = dynamic ?? name
      if (!specifier.startsWith('.')) packages.add(specifier)
      else files.add(join(dirname(file), specifier))
    }
  }
  for (const file of files) expect(existsSync(file), file).toBe(true)
  return { files: [...files], packages: [...packages] }
}

function readCode(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
}

const wrongOptions: readonly [options: unknown, message: string][] = [
  [null, 'expected an object with options, got nothing'],
  [5, 'expected an object with options, got 5'],
  [{ basePath: 5 }, 'basePath: expected a percent-encoded path'],
  [{ cors: 5 }, "cors: expected '*', 'off' or a list of origins, got 5"],
  [{ settings: 5 }, 'settings: expected settings'],
  [{ scenarios: 5 }, 'scenarios: expected a list of scenarios, got 5'],
  [{ scenarios: [null] }, 'scenarios[0]: expected a scenario with a name, got nothing'],
  [{ scenarios: [{}] }, 'scenarios[0].name: expected a scenario name'],
  [{ scenarios: [{ name: 'a', plnts: [] }] }, 'scenarios[0]: unknown name "plnts"; did you mean plants?'],
  [{ scenarios: [{ name: 'a', plants: [{}] }] }, 'scenarios[0].plants[0]: expected an object with "name"'],
  [{ scenarios: [{ name: 'a', generate: { count: -1 } }] }, 'scenarios[0].generate.count: expected a whole'],
  [{ scenarios: [{ name: 'a', effects: 5 }] }, 'scenarios[0].effects: expected effects'],
  [{ scenarios: [{ name: 'a', verdict: 5 }] }, 'scenarios[0].verdict: expected conformant'],
]

test.for(wrongOptions)('explains the wrong options %j', async ([options, message]) => {
  expect(() => createMock(options as FetchMockOptions)).toThrow(RangeError)
  expect(() => createMock(options as FetchMockOptions)).toThrow(message)
})

test('explains a scenario that is not a name', () => {
  expect(() => createMock().scenario(5 as never)).toThrow('scenario: expected the name of a scenario, got 5')
})

test('a member of a scenario that is undefined is not given', () => {
  const own = { name: 'own', plants: undefined, title: undefined } as unknown as OwnScenario
  const [added] = createMock({ scenarios: [own] })
    .scenarios()
    .scenarios.slice(-1)
  expect(added).toMatchObject({ name: 'own', title: 'own' })
})

test('a request that is aborted at once is rejected, and gives its response to the next one', async () => {
  const { fetch, responses, requests } = createMock()
  responses([503, 'empty'])
  const ask = (controller = new AbortController()) => {
    const promise = fetch('/plants', { headers: alice, signal: controller.signal })
    promise.catch(() => {})
    return { controller, promise }
  }
  // As a component in React's StrictMode does: all of this before anything else happens.
  const first = ask()
  first.controller.abort()
  const second = ask()
  await expect(first.promise).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  expect((await second.promise).status).toBe(503)
  expect(await (await ask().promise).json()).toEqual([])
  expect(requests()).toMatchObject([{ status: 200 }, { status: 503 }, { status: 503, complete: false }])
  second.controller.abort()
  expect(requests()[1]).not.toHaveProperty('complete')
})

test.each([
  ['flaky', [503, 503, 200]],
  ['rate-limited', [200, 200, 200, 200, 200, 429]],
])('in the scenario %s, a request that is aborted does not count', async (scenario, expected) => {
  const { fetch, scenario: choose } = createMock()
  choose(scenario)
  const statuses: number[] = []
  for (const _ of expected) {
    const controller = new AbortController()
    const aborted = fetch('/plants', { headers: alice, signal: controller.signal }).catch(() => 'aborted')
    controller.abort()
    const { status } = await fetch('/plants', { headers: alice })
    expect(await aborted).toBe('aborted')
    statuses.push(status)
  }
  expect(statuses).toEqual(expected)
})

test('a request that is aborted after its counters began anew is not taken off those', async () => {
  const { fetch, scenario, settings } = createMock()
  const controller = new AbortController()
  settings({ fixedDelay: 20 })
  scenario('flaky')
  const aborted = fetch('/plants', { headers: alice, signal: controller.signal }).catch(() => 'aborted')
  scenario('flaky')
  const first = fetch('/plants', { headers: alice })
  controller.abort()
  await aborted
  expect((await first).status).toBe(503)
  const next = [1, 2].map(async () => (await fetch('/plants', { headers: alice })).status)
  expect(await Promise.all(next)).toEqual([503, 200])
})

test('given responses keep their order when several requests are aborted', async () => {
  const { fetch, responses, settings } = createMock()
  settings({ fixedDelay: 20 })
  responses([501, 502, 503, 504])
  const controller = new AbortController()
  const { signal } = controller
  const kept = fetch('/plants', { headers: alice })
  const aborted = [1, 2].map(() => fetch('/plants', { headers: alice, signal }).catch(() => 'aborted'))
  controller.abort()
  expect(await Promise.all(aborted)).toEqual(['aborted', 'aborted'])
  const next = [1, 2, 3].map(async () => (await fetch('/plants', { headers: alice })).status)
  expect([(await kept).status, ...(await Promise.all(next))]).toEqual([501, 502, 503, 504])
})

test('an aborted request gives nothing back to another sequence, nor after a fault', async () => {
  const { fetch, responses, scenario, settings } = createMock()
  const status = async () => (await fetch('/plants', { headers: alice })).status
  const abortAfter = async (change: () => void): Promise<void> => {
    const controller = new AbortController()
    const promise = fetch('/plants', { headers: alice, signal: controller.signal }).catch(() => {})
    change()
    controller.abort()
    await promise
  }
  responses([503])
  await abortAfter(() => responses([429]))
  expect([await status(), await status()]).toEqual([429, 200])
  responses([503])
  await abortAfter(() => scenario('normal'))
  expect(await status()).toBe(200)
  settings({ fixedDelay: 5 })
  responses(['connection-reset'])
  await abortAfter(() => {})
  expect(await status()).toBe(200)
})

test('a body in pieces that its reader abandons is not received', async () => {
  const { fetch, responses, settings, requests } = createMock()
  settings({ chunkedDribbleDelay: { numberOfChunks: 4, totalDuration: 30 } })
  responses([503])
  const { body } = await fetch('/plants', { headers: alice })
  await body?.cancel()
  const controller = new AbortController()
  const again = await fetch('/plants', { headers: alice, signal: controller.signal })
  expect(again.status).toBe(503)
  await again.text()
  controller.abort()
  expect((await fetch('/plants', { headers: alice })).status).toBe(200)
  expect(requests().map(({ complete }) => complete)).toEqual([undefined, undefined, false])
})

test('one session can have settings of its own', async () => {
  const { fetch, settings, scenario, reset } = createMock({ settings: { code: 500 } })
  const ask = async (session: string) =>
    (await fetch('/plants', { headers: { ...alice, 'X-Plant-Store-Session': session } })).status
  expect(settings({ code: 503 }, { session: 'one' })).toMatchObject({ code: 503, scenario: 'normal' })
  expect([await ask('one'), await ask('two')]).toEqual([503, 500])
  settings({ code: null }, { session: 'one' })
  settings({ code: 502 })
  expect([await ask('one'), await ask('two')]).toEqual([200, 502])
  scenario('unavailable')
  expect([await ask('one'), settings(undefined, { session: 'one' }).scenario]).toEqual([503, 'unavailable'])
  settings({ scenario: 'bad-request' }, { session: 'one' })
  expect([await ask('one'), await ask('two')]).toEqual([400, 502])
  settings({ scenario: null }, { session: 'one' })
  expect(await ask('one')).toBe(503)
  expect(() => settings({ scenario: 'none-such' }, { session: 'one' })).toThrow('Expected one of normal')
  reset()
  expect(await ask('one')).toBe(500)
})

test('a response can have another body and media type than JSON, also for some requests only', async () => {
  const { fetch, settings, scenario } = createMock()
  const ask = async (headers = {}) => {
    const response = await fetch('/plants?limit=1', { headers: { ...alice, ...headers } })
    return [response.status, response.headers.get('content-type'), (await response.text()).slice(0, 15)]
  }
  scenario('bad-gateway')
  expect(await ask()).toEqual([502, 'text/html', '<html>\n<head><t'])
  expect(await ask({ Prefer: 'code=200' })).toEqual([200, 'application/json', '[{"name":"Monst'])
  scenario('login-page')
  expect(await ask()).toEqual([200, 'text/html; charset=utf-8', '<!doctype html>'])
  scenario('normal')
  settings({ code: 503, body: '' })
  expect(await ask()).toEqual([503, null, ''])
  settings({ code: null, body: 'Hello' })
  expect(await ask()).toEqual([200, 'text/html; charset=utf-8', 'Hello'])
  settings({ code: 400, body: null, contentType: 'application/problem+json', message: 'no' })
  expect(await ask()).toEqual([400, 'application/problem+json', '{"error":400,"m'])
  settings({ failRequestCount: 1 })
  expect([await ask(), await ask()]).toMatchObject([
    [400, 'application/problem+json', '{"error":400,"m'],
    [200, 'application/json', '[{"name":"Monst'],
  ])
  for (const contentType of ['html', 'text/html\r\nX: y', 5 as never])
    expect(() => settings({ contentType })).toThrow('contentType: expected a media type')
})
