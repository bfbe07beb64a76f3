import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttp2Server, createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { suite } from '../../contract-tests/suite.ts'
import { verifyImplementation } from '../../contract-tests/verifyImplementation.testing.ts'
import { createFile } from '../../tests/folder.testing.ts'
import { listen } from '../../tests/listen.testing.ts'
import type { Report } from '../judge/report.ts'
import { createSelfSigned } from '../mock/tls/tls.ts'
import { startUntilEnd } from './record.testing.ts'
import type { VerifyOptions } from './verifyOptions.ts'
import { verifyWith } from './verifyWith.ts'

const { key, cert } = createSelfSigned(['127.0.0.1'])
/** This variable makes Node.js trust every certificate. Test files share a process, so unset the variable after the tests. */
beforeAll(() => void vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0'))
afterAll(() => void vi.unstubAllEnvs())

/** Verifies a server, expects an incomplete run in which nothing was judged, and resolves to the reason. */
async function explain(baseUrl: string, route: VerifyOptions = {}): Promise<string> {
  const context = { suite, engines: { probes: 'probes' }, outagePatience: 300 } as const
  const report: Report = await verifyWith(baseUrl, context, { token: 't', timeout: 1_000, ...route })
  expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 3 })
  expect(report.findings.filter(({ verdict }) => verdict !== 'not-exercised')).toEqual([])
  expect(report.reasons).toHaveLength(1)
  return report.reasons[0] ?? ''
}

const empty: RequestListener = (_request, response) => void response.end('[]')

test("a missing or untrusted client certificate is not the server's fault", async () => {
  const options = { key, cert, ca: cert, requestCert: true, rejectUnauthorized: true }
  for (const maxVersion of ['TLSv1.3', 'TLSv1.2'] as const) {
    const port = await listen(createHttpsServer({ ...options, maxVersion }, empty))
    const url = `https://127.0.0.1:${port}`
    expect(await explain(url)).toContain('requires a client certificate')
    const other = createSelfSigned(['client.test'])
    const route = { cert: createFile('other.pem', other.cert), key: createFile('other.key', other.key) }
    expect(await explain(url, route)).toContain('does not trust the client certificate')
  }
})

test("nginx's 400 for a missing client certificate is not the server's fault either", async () => {
  const port = await listen(
    createHttpServer((_request, response) =>
      response
        .writeHead(400, { 'Content-Type': 'text/html' })
        .end('<title>400 No required SSL certificate was sent</title>'),
    ),
  )
  expect(await explain(`http://127.0.0.1:${port}`)).toContain('requires a client certificate')
})

test('with and without TLS, the run says that a server speaks only HTTP/2', async () => {
  const secure = await listen(createSecureServer({ key, cert }, () => {}))
  expect(await explain(`https://127.0.0.1:${secure}`)).toContain('speaks only HTTP/2')
  const plain = await listen(createHttp2Server(() => {}))
  expect(await explain(`http://127.0.0.1:${plain}`)).toContain('speaks only HTTP/2')
})

test('for the wrong scheme in the base URL, the reason suggests the right URL', async () => {
  const secure = await listen(createHttpsServer({ key, cert }, empty))
  const began = performance.now()
  const context = { suite, engines: { probes: 'probes' } } as const
  const { reasons } = await verifyWith(`http://127.0.0.1:${secure}`, context, { token: 'abc' })
  expect(reasons.join()).toContain(`did you mean https://127.0.0.1:${secure} ?`)
  expect(performance.now() - began, 'waits for no restart').toBeLessThan(10_000)
  const plain = await listen(createHttpServer(empty))
  expect(await explain(`https://127.0.0.1:${plain}`)).toContain(`did you mean http://127.0.0.1:${plain} ?`)
})

test('if the base URL ends with the path of the operation, the reason says to remove this path', async () => {
  const server = await startUntilEnd()
  const reason = await explain(`${server.baseUrl}/plants`)
  expect(reason).toContain('Remove /plants from the base URL.')
})

test('a base URL that ends with /plants is tested if the operation is there', async () => {
  expect(await verifyImplementation({ difference: { basePath: '/plants' } }, 1_000)).toMatchObject({
    verdict: 'conformant',
  })
})

test('a redirect to another port is not followed, and the base URL to use is named', async () => {
  const server = await startUntilEnd()
  const seen: unknown[] = []
  const port = await listen(
    createHttpServer(({ headers, url }, response) => {
      seen.push(headers.authorization)
      response.writeHead(307, { Location: server.baseUrl + url }).end()
    }),
  )
  const { exitCode, reasons, findings } = await verifyWith(
    `http://127.0.0.1:${port}`,
    { suite, engines: {} },
    { token: 't' },
  )
  expect({ exitCode, failed: findings.filter(({ verdict }) => verdict === 'fail') }).toEqual({
    exitCode: 3,
    failed: [],
  })
  expect(reasons.join()).toContain(`pass the base URL ${server.baseUrl} .`)
  expect(new Set(seen)).toEqual(new Set(['Bearer t']))
})
