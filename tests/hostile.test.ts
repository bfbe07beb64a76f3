import { expect, test } from 'vitest'
import { OK, sendForever } from '../bench/hostile/targets.ts'
import { plantStore, startPlantStore, startRawServer } from './commandLine.testing.ts'

test('a run ends in bounded time when the server never answers', async () => {
  const url = await startRawServer(() => {})
  const { code, stdout, ms } = await plantStore(`verify ${url} --token x --engine probes --timeout 300`)
  expect(code).toBe(3)
  expect(stdout).toContain('no data for 300 ms')
  // A run that sends the whole plan would take longer.
  expect(ms).toBeLessThan(30_000)
})

test('the kit reports an endless response that is not HTTP', async () => {
  const url = await startRawServer((socket) => {
    socket.once('data', () => sendForever(socket, '', 'rubbish '))
  })
  const { code, stdout } = await plantStore(`verify ${url} --token x --engine probes`)
  expect(code).toBe(1)
  expect(stdout).toContain('begins with')
})

test("a run stops after three endless bodies, and does not report the bodies as the server's fault", async () => {
  const url = await startRawServer((socket) => {
    socket.once('data', () => sendForever(socket, `${OK}\r\n`, 'x'))
  })
  const { code, stdout } = await plantStore(`verify ${url} --token x --engine probes --max-requests 20`)
  expect(code).toBe(3)
  expect(stdout).toContain('3 responses in a row were too long to read')
})

test.for([
  ['interim responses', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(102)],
  ['header lines', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(2_001)}\r\n`],
  ['bytes', `HTTP/1.1 200 OK\r\na: ${'b'.repeat(2 ** 18)}\r\n\r\n`],
] as const)(
  'the kit does not report a server that sends more %s than the kit reads',
  async ([, response]) => {
    const url = await startRawServer((socket) => void socket.on('data', () => socket.write(response)))
    expect(await plantStore(`verify ${url} --token x --engine probes`)).toMatchObject({ code: 3 })
  },
)

test('a second signal ends the process at any time', async () => {
  const { promise: waits, resolve } = Promise.withResolvers<void>()
  const url = await startRawServer((socket) => void socket.once('data', () => resolve()))
  const { child, ended } = startPlantStore(`verify ${url} --engine probes --timeout 600000`)
  await waits
  child.kill('SIGINT')
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 3 })
})

test('--max-time ends a waiting run', async () => {
  const url = await startRawServer(() => {})
  const { code, stdout } = await plantStore(`verify ${url} --engine probes --timeout 600000 --max-time 2`)
  expect(code).toBe(3)
  expect(stdout).toContain('the maximum time of 2 s was reached')
})
