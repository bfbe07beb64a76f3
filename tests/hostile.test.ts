import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { OK, sendForever } from '../bench/hostile/targets.ts'
import { plantStore, startPlantStore, startRawServer } from './commandLine.testing.ts'

type Serve = (socket: Socket) => unknown

const answer =
  (text: string): Serve =>
  (socket) =>
    socket.on('data', () => socket.write(text))
const endless =
  (head: string, unit: string): Serve =>
  (socket) =>
    socket.once('data', () => sendForever(socket, head, unit))

test.for<[title: string, serve: Serve, flags: string, code: number, says: string]>([
  ['never answers', () => {}, '--timeout 300', 3, 'no data for 300 ms'],
  ['is silent', () => {}, '--timeout 600000 --max-time 2', 3, 'the maximum time of 2 s was reached'],
  ['sends endless text that is not HTTP', endless('', 'rubbish '), '', 1, 'begins with'],
  ['sends endless bodies', endless(`${OK}\r\n`, 'x'), '', 3, '3 responses in a row were too long'],
  // The kit does not blame a server whose heads are longer than the kit can read.
  ['sends 102 interim responses', answer('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(102)), '', 3, ''],
  ['sends 2,001 header lines', answer(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(2_001)}\r\n`), '', 3, ''],
  ['sends a long header', answer(`HTTP/1.1 200 OK\r\na: ${'b'.repeat(2 ** 18)}\r\n\r\n`), '', 3, ''],
])('the run ends in bounded time if the server %s', async ([, serve, flags, code, says]) => {
  const args = `verify ${await startRawServer(serve)} --token x --engine probes ${flags}`.trim()
  const result = await plantStore(args)
  expect(result.code).toBe(code)
  expect(result.stdout).toContain(says)
  // A run that sends the whole plan to such a server may take longer.
  expect(result.ms).toBeLessThan(30_000)
})

test('a second signal ends a process that still waits for a response', async () => {
  const { promise: waits, resolve } = Promise.withResolvers<void>()
  const url = await startRawServer((socket) => void socket.once('data', () => resolve()))
  const { child, ended } = startPlantStore(`verify ${url} --engine probes --timeout 600000`)
  await waits
  child.kill('SIGINT')
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 3 })
})
