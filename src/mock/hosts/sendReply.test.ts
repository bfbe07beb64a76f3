import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Settings } from '../scenarios/state.ts'
import { type Mock, startMock } from '../startMock.ts'

async function start(settings: Partial<Settings> = {}): Promise<Mock> {
  const mock = await startMock({ port: 0, settings })
  onTestFinished(() => mock.close())
  return mock
}

const GET = 'GET /plants HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-alice\r\n'

/** Everything that a connection receives, and how it ended. */
async function converse({ port }: Mock, bytes: string) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const chunks: Buffer[] = []
  let first = Number.NaN
  let error: NodeJS.ErrnoException | undefined
  const began = performance.now()
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    if (chunks.length === 1) first = performance.now() - began
  })
  socket.on('error', (cause) => {
    error = cause
  })
  socket.write(bytes)
  await new Promise((resolve) => socket.once('close', resolve))
  const all = Buffer.concat(chunks)
  const end = all.indexOf('\r\n\r\n')
  return {
    all,
    head: all.subarray(0, Math.max(end, 0)).toString('latin1'),
    body: end === -1 ? Buffer.alloc(0) : all.subarray(end + 4),
    error: error?.code,
    first,
  }
}

test('EMPTY_RESPONSE closes the connection without sending a byte', async () => {
  const { all, error } = await converse(await start({ fault: 'EMPTY_RESPONSE' }), `${GET}\r\n`)
  expect(all.byteLength).toBe(0)
  expect(error).toBeUndefined()
})

test('CONNECTION_RESET_BY_PEER resets the connection', async () => {
  const { all, error } = await converse(await start({ fault: 'CONNECTION_RESET_BY_PEER' }), `${GET}\r\n`)
  expect(all.byteLength).toBe(0)
  expect(error).toBe('ECONNRESET')
})

test('TRUNCATED_BODY sends half of the announced body', async () => {
  const { head, body } = await converse(await start({ fault: 'TRUNCATED_BODY' }), `${GET}\r\n`)
  const announced = Number(/Content-Length: (\d+)/.exec(head)?.[1])
  expect(announced).toBeGreaterThan(100)
  expect(body.byteLength).toBe(Math.floor(announced / 2))
})

test('a fault waits for the responses to earlier pipelined requests', async () => {
  const mock = await start()
  const later = GET.replace('/plants', '/plants?__delay=80')
  const broken = GET.replace('/plants', '/plants?__fault=EMPTY_RESPONSE')
  const { all } = await converse(mock, `${later}\r\n${broken}\r\n`)
  expect(all.toString('latin1').match(/HTTP\/1.1 200/g)).toHaveLength(1)
})

test('waits for a delay, unless the client disconnects', async () => {
  const mock = await start({ delay: 150 })
  const { first } = await converse(mock, `${GET}Connection: close\r\n\r\n`)
  expect(first).toBeGreaterThanOrEqual(145)
  const socket = connect(mock.port, '127.0.0.1')
  socket.write(`${GET.replace('/plants', '/plants?__delay=600000')}\r\n`)
  await expect.poll(() => mock.requests().length).toBe(2)
  socket.destroy()
  const began = performance.now()
  await mock.close()
  expect(performance.now() - began).toBeLessThan(1000)
})

test('closing the mock cuts delayed responses', async () => {
  const mock = await start({ delay: 60_000 })
  const waiting = fetch(`${mock.url}/plants`).catch((error: unknown) => error)
  await expect.poll(() => mock.requests().length).toBe(1)
  await mock.close()
  expect(await waiting).toBeInstanceOf(TypeError)
})

test('HEAD is delayed like GET, and never has a body', async () => {
  const mock = await start({ delay: 20 })
  const { body } = await converse(mock, `${GET.replace('GET', 'HEAD')}Connection: close\r\n\r\n`)
  expect(body.byteLength).toBe(0)
})
