import { createServer } from 'node:http'
import { connect, createServer as createHttp2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createMiddleware, type MiddlewareOptions, type MockMiddleware } from './createMiddleware.ts'

const alice = { Authorization: 'Bearer token-alice' }

/** A server whose own pages say so. It may have removed a path from `url`. */
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.close()
    await mock.close()
  })
  return { mock, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('answers the operation and passes on everything else', async () => {
  const { url } = await start({ basePath: '/api' })
  const plants = await fetch(`${url}/api/pl%61nts?limit=2`, { headers: alice })
  expect(await plants.json()).toHaveLength(2)
  for (const path of ['/', '/plants', '/api', '/api/plants/1', '/%', '/__administrator'])
    expect(await (await fetch(url + path)).text()).toBe(`the server's own ${path}`)
})

test('leaves a page that a browser opens to the server', async () => {
  const { url } = await start()
  const page = await fetch(`${url}/plants`, { headers: { Accept: 'text/html,*/*;q=0.8' } })
  expect(await page.text()).toBe("the server's own /plants")
})

test('serves the console and the control API', async () => {
  const { mock, url } = await start({ basePath: '/api' })
  const page = await fetch(`${url}/__admin/console/`, { headers: { Accept: 'text/html' } })
  expect(page.headers.get('content-type')).toContain('text/html')
  const health = await fetch(`${url}/__admin/health`)
  expect(await health.json()).toMatchObject({ baseUrl: `${url}/api` })
  await fetch(`${url}/__admin/scenario`, { method: 'PUT', body: '{"scenario":"empty"}' })
  expect(mock.scenarios().scenario).toBe('empty')
})

test('finds the path where a server mounts it below another one', async () => {
  const { url } = await start({ basePath: '/api' }, '/api')
  expect((await fetch(`${url}/api/plants`)).status).toBe(401)
})

test('asks the real service first, whatever the prefix', async () => {
  const service = await createMiddleware({ fixtures: [{ name: 'Aloe vera' }] })
  const server = createServer((request, response) =>
    service(request, response, () => response.writeHead(404).end()),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { mock, url } = await start({ basePath: '*', upstream: `http://127.0.0.1:${port}` })
  const ask = async () => (await fetch(`${url}/api/plants`, { headers: alice })).json()
  expect(await ask()).toEqual([{ name: 'Aloe vera' }])
  mock.scenario('empty')
  expect(await ask()).toEqual([])
})

test('rejects options about listening', async () => {
  await expect(createMiddleware({ port: 1 } as MiddlewareOptions)).rejects.toThrow('unknown option "port"')
})

test.for([
  ['slow', 200],
  ['unavailable', 503],
  ['connection-reset', 'ERR_HTTP2_STREAM_ERROR'],
  ['truncated', 'ERR_HTTP2_STREAM_ERROR'],
  ['malformed-chunk', 'ERR_HTTP2_STREAM_ERROR'],
  ['dribble', 200],
] as const)('answers %s over HTTP/2', async ([scenario, expected]) => {
  const mock = await createMiddleware({ settings: { scenario, fixedDelay: 1 } })
  const server = createHttp2Server((request, response) =>
    mock(request as never, response as never, () => response.end()),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  onTestFinished(() => {
    client.close()
    server.close()
  })
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
