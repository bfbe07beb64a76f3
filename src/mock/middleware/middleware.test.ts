import { createServer, type RequestListener } from 'node:http'
import { connect, createServer as createHttp2Server } from 'node:http2'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../../tests/listen.testing.ts'
import { alice, sendJson, startService } from '../mock.testing.ts'
import { createMiddleware, type MiddlewareOptions, type MockMiddleware } from './createMiddleware.ts'
import { plantStore } from './vite.ts'

/** Starts a server with the middleware and its own pages. `removed` is a path that the server removes from `url`. */
async function start(
  options: MiddlewareOptions = {},
  removed = '',
): Promise<{ mock: MockMiddleware; url: string }> {
  const mock = await createMiddleware(options)
  const server = createServer((request, response) => {
    const { url = '' } = request
    const mounted =
      removed === '' ? request : Object.assign(request, { originalUrl: url, url: url.replace(removed, '') })
    mock(mounted, response, () => response.end(`the server's own ${url}`))
  })
  onTestFinished(mock.close)
  return { mock, url: `http://127.0.0.1:${await listen(server)}` }
}

test('answers requests for the operation, even if mounted at a path, and passes on requests for other paths or for pages', async () => {
  const { url } = await start({ basePath: '/api' }, '/api')
  const plants = await fetch(`${url}/api/pl%61nts?limit=2`, { headers: alice })
  expect(await plants.json()).toHaveLength(2)
  for (const path of ['/', '/plants', '/api', '/api/plants/1', '/%', '/__administrator'])
    expect(await (await fetch(url + path)).text()).toBe(`the server's own ${path}`)
  // A browser that opens a page sends a similar header.
  const page = await fetch(`${url}/api/plants`, { headers: { Accept: 'text/html,*/*;q=0.8' } })
  expect(await page.text()).toBe("the server's own /api/plants")
})

test.for([
  ['slow', 200],
  ['unavailable', 503],
  ['connection-reset', 'ERR_HTTP2_STREAM_ERROR'],
  ['truncated', 'ERR_HTTP2_STREAM_ERROR'],
] as const)('the scenario %s works over HTTP/2', async ([scenario, expected]) => {
  const mock = await createMiddleware({ settings: { scenario, delay: 1 } })
  const server = createHttp2Server((request, response) =>
    mock(request as never, response as never, () => response.end()),
  )
  const client = connect(`http://127.0.0.1:${await listen(server)}`)
  onTestFinished(() => client.close())
  const outcome = await new Promise((resolve) => {
    let status: unknown
    const stream = client.request({ ':path': '/plants', authorization: 'Bearer token-alice' })
    stream.on('response', (headers) => {
      status = headers[':status']
    })
    stream.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    stream.on('end', () => resolve(status))
    stream.resume()
  })
  expect(outcome).toBe(expected)
  const { headers } = mock.requests()[0] ?? {}
  expect(Object.keys(headers ?? {})).toEqual(['host', 'authorization'])
})

test.for([
  ['?__scenario=empty', 200, { rule: 'scenario empty', scenario: 'empty' }],
  ['shelf?limit=3&__code=429#top', 429, { rule: 'prefer code' }],
  ['?__user=bob&__delay=1', 200, { delayMs: 1 }],
  ['?__session=designer', 200, { session: 'designer' }],
  ['?__scenario=emty', 400, { rule: 'bad-preference' }],
] as const)('a link applies to the requests of its page: %s', async ([link, status, expected]) => {
  const { mock, url } = await start({ basePath: '*' })
  const Referer = `${url}/${link}`
  const response = await fetch(`${url}/api/plants?limit=2`, { headers: { ...alice, Referer } })
  expect(response.status).toBe(status)
  const [, parameters = ''] = /(__[^#]*)/.exec(link) ?? []
  expect(mock.requests()[0]).toMatchObject({
    url: `/api/plants?limit=2&${parameters}`,
    linked: true,
    ...expected,
  })
  // Requests without this referrer still get the usual plants.
  expect(await (await fetch(`${url}/api/plants`, { headers: alice })).json()).toHaveLength(30)
  expect(mock.requests()[0]).not.toHaveProperty('linked')
})

test('a link affects only requests from its page that have no preferences of their own', async () => {
  const { mock, url } = await start({ basePath: '*' })
  const ask = async (path: string, headers: Record<string, string>) => {
    await fetch(url + path, { headers: { ...alice, ...headers } })
    const { rule, linked } = mock.requests()[0] ?? {}
    return { rule, linked }
  }
  const Referer = `${url}/?__code=500`
  expect(await ask('/plants', { Referer })).toEqual({ rule: 'prefer code', linked: true })
  const usual = { rule: 'fixtures', linked: undefined }
  expect(await ask('/plants', { Referer, Prefer: 'delay=1' })).toEqual(usual)
  expect(await ask('/plants?__delay=1', { Referer })).toEqual(usual)
  for (const page of [
    'http://127.0.0.1:1/?__code=500',
    'https://plants.example/?__code=500',
    `${url}/__admin/console/?__code=500`,
    `${url}/a__b/?code=500`,
    `${url}/?code=500&other=__code`,
    `${url}/#?__code=500`,
    'no URL?__code=500',
  ])
    expect(await ask('/plants', { Referer: page }), page).toEqual(usual)
})

test('the terminal shows each kind of violation of the service once', async () => {
  let violating: unknown[] = [{ name: 1 }]
  const service = await startService((request, response) => sendJson(200, violating)(request, response))
  const plugin = plantStore({ upstream: service.url })
  const warnings: string[] = []
  const server = createServer()
  await plugin.configureServer({
    middlewares: { use: (mock) => server.on('request', mock as unknown as RequestListener) },
    printUrls: () => {},
    resolvedUrls: null,
    config: { logger: { info: () => {}, warn: (text) => warnings.push(text) } },
  })
  onTestFinished(plugin.buildEnd)
  const port = await listen(server)
  const ask = () => fetch(`http://127.0.0.1:${port}/plants`).then((response) => response.text())
  await ask()
  violating = [{ name: 'Rosa' }, { name: null }]
  await ask()
  expect(warnings).toEqual([
    'plant-store-kit: GET /plants: the service violates the contract: /0/name: expected a string, got the number 1',
  ])
  await service.stop()
  await ask()
  expect(warnings[1]).toContain('the service refused the connection (ECONNREFUSED), so the mock answered')
})
