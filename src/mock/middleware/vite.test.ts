import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { sendJson, startService } from '../upstream/upstream.testing.ts'
import { plantStore } from './vite.ts'

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
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(async () => {
    server.close()
    await plugin.buildEnd()
  })
  const { port } = server.address() as AddressInfo
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
