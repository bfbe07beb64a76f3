import { createServer, type RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { verifyWith } from '../src/record/verifyWith.ts'
import { listen } from '../tests/listen.testing.ts'
import { suite } from './suite.ts'
import { verifyImplementation } from './verifyImplementation.testing.ts'

const judges = { suite, engines: { probes: 'probes' }, outagePatience: 500, patience: 2_000 } as const
const MOST = 20

// `npm run prove` uses the plan `monitor` on all valid servers whose runs are complete.
test('the correct server is conformant after at most 16 requests, so that the kit can retry some requests', async () => {
  const report = await verifyImplementation({ difference: {} }, 1_000, suite, 'monitor')
  expect(report).toMatchObject({ verdict: 'conformant', reasons: [], options: { plan: 'monitor' } })
  expect(report.requests).toBeLessThanOrEqual(16)
})

const HOSTILE: Record<string, RequestListener> = {
  'that throttles every request': (_request, response) =>
    response.writeHead(429, { 'Retry-After': '0' }).end(),
  'that is unavailable': (_request, response) => response.writeHead(503).end(),
  'that redirects in a loop': ({ url = '' }, response) => response.writeHead(307, { Location: url }).end(),
  'that redirects forever': (_request, response) =>
    response.writeHead(308, { Location: `/${Math.random()}/plants` }).end(),
  'that closes every connection': (_request, response) => response.destroy(),
  'that crashes': (_request, response) => response.writeHead(500).end('oops'),
  'that sends no JSON': (_request, response) => response.end('<html>'),
}

test.each(Object.entries(HOSTILE))('a server %s gets at most 20 requests', async (_name, listener) => {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    listener(request, response)
  })
  const report = await verifyWith(`http://127.0.0.1:${await listen(server)}`, judges, {
    token: 'x',
    plan: 'monitor',
    timeout: 1_000,
  })
  expect(report.verdict).not.toBe('conformant')
  expect(requests).toBeGreaterThan(0)
  expect(requests).toBeLessThanOrEqual(MOST)
})
