import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSelfSigned } from '../src/mock/tls/tls.ts'
import { plantStore } from './commandLine.testing.ts'
import { createFolder } from './folder.testing.ts'
import { listen } from './listen.testing.ts'

const server = createSelfSigned(['127.0.0.1', 'plants.test'])
const client = createSelfSigned(['client.test'])
const plants = [{ name: 'Aloe vera' }, { name: 'Ficus lyrata' }, { name: 'Rosa canina' }]

/** A server for the plants: its port, and the requests that it received, byte for byte. */
type Target = { port: number; requests: () => string[] }

async function startTarget(target: Server = createHttpServer(), place?: string): Promise<Target> {
  const requests: string[] = []
  target.on('request', (request, response) => {
    const lines = [`${request.method} ${request.url}`, ...request.rawHeaders]
    requests.push(lines.join('\n').replaceAll(/plants\.test:\d+|127\.0\.0\.1:\d+/g, 'HOST'))
    const isRefused = request.headers.authorization !== 'Bearer a-valid-token'
    const limit = new URL(request.url ?? '/', 'http://localhost').searchParams.get('limit')
    const status = isRefused ? 401 : limit !== null && !/^\d+$/.test(limit) ? 400 : 200
    const fields = { 'Content-Type': 'application/json', 'X-Proxy-User': 'me:s3cret' }
    response.writeHead(status, { ...fields, 'Cache-Control': 'private' })
    const listed = plants.slice(0, limit === null ? 3 : Number(limit))
    response.end(JSON.stringify(status === 200 ? listed : { error: status, message: 'no' }))
  })
  return { port: await listen(target, place), requests: () => requests.toSorted() }
}

/** Starts an HTTP proxy that supports only CONNECT. `connects` lists the targets of the CONNECT requests. */
async function startProxy(tls?: typeof server): Promise<{ url: string; connects: string[] }> {
  const proxy = tls ? createHttpsServer(tls) : createHttpServer()
  const connects: string[] = []
  proxy.on('connect', (request, socket) => {
    const expected = `Basic ${Buffer.from('me:s3cret').toString('base64')}`
    if (request.headers['proxy-authorization'] !== expected) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    connects.push(request.url ?? '')
    const port = Number(/\d+$/.exec(request.url ?? '')?.[0])
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  const port = await listen(proxy)
  return { url: `http${tls ? 's' : ''}://me:s3cret@127.0.0.1:${port}`, connects }
}

/** A plan with few requests is enough to see the route of the requests. */
const SHORT = ['--plan', 'monitor']

type Run = { verdict: string; route: string | undefined; requests: string[]; stdout: string }

/** Runs `verify` against a target. The arguments set the route to the target. */
async function run(target: Target | undefined, baseUrl: string, args: string[], env = {}): Promise<Run> {
  const file = join(createFolder(), 'report.json')
  const verify = `verify ${baseUrl} --token a-valid-token --engine probes --report json=${file} --report terminal`
  const { stdout, stderr } = await plantStore([...verify.split(' '), ...args], env)
  expect(stdout + stderr).not.toContain('s3cret')
  const report = JSON.parse(readFileSync(file, 'utf8'))
  return { verdict: report.verdict, route: report.target.route, requests: target?.requests() ?? [], stdout }
}

async function runDirectly(args: string[] = []): Promise<Run> {
  const target = await startTarget()
  return run(target, `http://127.0.0.1:${target.port}`, args)
}

test('a proxy changes neither the verdict nor the requests to the server', async () => {
  const direct = await runDirectly()
  expect(direct).toMatchObject({ verdict: 'conformant', route: undefined })
  const { url, connects } = await startProxy()
  const target = await startTarget()
  const { port } = target
  const proxied = await run(target, `http://plants.test:${port}`, ['--proxy', url])
  expect(proxied.verdict).toBe('conformant')
  expect(proxied.route).toMatch(/^--proxy http:\/\/127\.0\.0\.1:\d+$/)
  expect(proxied.stdout.replaceAll(/\s+/g, ' ')).toContain(proxied.route)
  expect(proxied.requests).toEqual(direct.requests)
  expect(new Set(connects)).toEqual(new Set([`plants.test:${port}`]))
})

test('the kit uses HTTP_PROXY, except for this machine and for hosts in NO_PROXY', async () => {
  const { url, connects } = await startProxy()
  const target = await startTarget()
  const { port } = target
  await run(target, `http://127.0.0.1:${port}`, SHORT, { HTTP_PROXY: url })
  const resolve = ['--resolve', `plants.test:${port}:127.0.0.1`, ...SHORT]
  await run(target, `http://plants.test:${port}`, resolve, { HTTP_PROXY: url, NO_PROXY: '.test' })
  expect(connects).toEqual([])
  const saved = join(createFolder(), 'run.har')
  const args = [...SHORT, '--report', `har=${saved}`]
  const { route } = await run(target, `http://plants.test:${port}`, args, { HTTP_PROXY: url })
  expect(route).toContain('--proxy http://127.0.0.1:')
  expect(readFileSync(saved, 'utf8').match(/me:s3cret/g)).toBeNull()
  expect(connects.length).toBeGreaterThan(0)
})

test('a proxy that refuses a connection leaves the run incomplete, and its password is not shown', async () => {
  const { url } = await startProxy()
  const { verdict, stdout } = await run(undefined, 'http://plants.test:80', [
    '--proxy',
    url.replace('s3cret', 'other'),
  ])
  expect(verdict).toBe('incomplete')
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('requires a valid user name and password in its URL (407)')
  expect(stdout).not.toContain('me:other')
})

test('verify supports a private authority and a client certificate, directly and through an https proxy', async () => {
  const secured = createHttpsServer({ ...server, requestCert: true, rejectUnauthorized: false })
  secured.on('secureConnection', (socket) => {
    if (socket.getPeerX509Certificate() === undefined) socket.destroy()
  })
  const target = await startTarget(secured)
  const { port } = target
  const folder = createFolder({ cacert: server.cert, cert: client.cert, key: client.key })
  const tls = ['cacert', 'cert', 'key'].flatMap((name) => [`--${name}`, join(folder, name)])
  const direct = await run(target, `https://127.0.0.1:${port}`, tls)
  expect(direct).toMatchObject({ verdict: 'conformant', route: tls.join(' ') })
  const untrusted = await run(target, `https://127.0.0.1:${port}`, [])
  expect(untrusted.stdout.replaceAll(/\s+/g, ' ')).toContain('with --cacert')
  const insecure = await run(target, `https://127.0.0.1:${port}`, ['--insecure', ...tls.slice(2), ...SHORT])
  expect(insecure).toMatchObject({ verdict: 'conformant' })
  expect(insecure.route).toBe(`${tls.slice(2).join(' ')} --insecure`)
  const { url } = await startProxy(server)
  const args = ['--proxy', url, ...tls, ...SHORT]
  // The flags for TLS do not apply to the proxy's own certificate.
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
  const proxied = await run(target, `https://plants.test:${port}`, args, env)
  expect(proxied).toMatchObject({
    verdict: 'conformant',
    route: `--proxy ${new URL(url).origin} ${direct.route} --insecure`,
  })
})

test.skipIf(process.platform === 'win32')('verify can test a server on a Unix socket', async () => {
  const path = join(createFolder(), 'plants.sock')
  const target = await startTarget(createHttpServer(), path)
  const over = await run(target, 'http://plants.test:80', ['--unix-socket', path, ...SHORT])
  expect(over).toMatchObject({ verdict: 'conformant', route: `--unix-socket ${path}` })
  expect(over.requests.length).toBe((await runDirectly(SHORT)).requests.length)
})
