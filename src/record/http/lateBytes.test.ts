import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testProbe } from '../../judge/exchange.testing.ts'
import { selectKept } from '../../judge/transcript.ts'
import { createClient } from './client.ts'

test('bytes after a complete response are reported, and the exchange does not change', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]')
      setTimeout(() => socket.write('late'), 30)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { send, takeLateBytes, close } = createClient({
    timeout: 500,
    fields: [],
    userAgent: 'kit/0',
    resolutions: [],
    bodyLimit: 1e6,
    memory: 1e6,
    patience: 0,
  })
  onTestFinished(close)
  const exchange = await send(testProbe(), `http://127.0.0.1:${port}/plants`, 1)
  const delivered = structuredClone(exchange)
  const events = await vi.waitUntil(() => {
    const taken = takeLateBytes()
    return taken.length > 0 && taken
  }, 10_000)
  expect(structuredClone(exchange)).toEqual(delivered)
  const facts = events.map(({ detail }) => ({ kind: 'late-bytes' as const, exchange: 0, detail }))
  const [complete] = selectKept({ exchanges: [exchange], facts })
  expect(complete?.response?.anomalies).toEqual([
    { code: 'surplus', detail: '4 bytes after the end of the response: "late"' },
  ])
  expect(exchange.response?.anomalies).toEqual([])
})
