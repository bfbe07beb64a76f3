import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { OK, sendForever } from '../../bench/hostile/targets.ts'
import { startRawServer } from '../../tests/commandLine.testing.ts'
import type { Response } from '../judge/exchange.ts'
import type { Target } from '../record/engine.ts'
import { startPassThrough } from './passThrough.ts'
import { createTestClient, engineRequest, token } from './smallServer.testing.ts'

/** Starts a target that sends `answer` to each request. Resolves to the target's address and the requests that the target received. */
async function serve(answer: string | Buffer | ((socket: Socket) => void)) {
  const received: string[] = []
  const url = await startRawServer((socket) => {
    socket.setEncoding('latin1').on('data', (text) => {
      received.push(String(text))
      if (typeof answer === 'function') answer(socket)
      else socket.write(answer, 'latin1')
    })
  })
  return { url: `${url}/base/v1/plants`, host: new URL(url).host, received }
}

function start(timeout = 10_000) {
  const passThrough = startPassThrough()
  const client = createTestClient({ timeout, fields: [['X-Api-Key', 'key-4711']] })
  onTestFinished(() => {
    passThrough.close()
    client.close()
  })
  const targetAt = (url: string): Target => ({ url, forward: client.forward })
  return { ...passThrough, client, targetAt }
}

/** Sends a request as an engine would. Resolves to the bytes of the response when it is complete or the connection ends. */
async function sendRaw(port: number, text: string, length = Infinity): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let answer = ''
  socket.on('error', () => {})
  socket.setEncoding('latin1').write(text, 'latin1')
  return new Promise((resolve) => {
    socket.on('data', (part) => {
      answer += String(part)
      if (answer.length >= length) resolve(answer)
    })
    socket.on('close', () => resolve(answer))
  })
}

function formatRequest(headers: Record<string, string>, target = '/plants'): string {
  const lines = Object.entries({ Host: 'x', ...headers }).map((field) => `${field.join(': ')}\r\n`)
  return `GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`
}

type Refuse = (response: Response) => string | undefined

/** Starts a target, and sends it one request through the pass-through server. */
async function forward(
  answer: Parameters<typeof serve>[0],
  { length, refuse }: Partial<{ length: number; refuse: Refuse }> = {},
) {
  const { url } = await serve(answer)
  const { port, admit, targetAt } = start()
  const { headers, outcome } = admit(engineRequest('good'), targetAt(url), refuse)
  const bytes = await sendRaw(await port, formatRequest(headers), length)
  return { bytes, outcome: outcome() }
}

test.each([
  [
    'with odd spelling',
    'HTTP/1.1 200 fine \r\ncontent-TYPE:application/json\r\nX-A:  b \r\nX-A: c\r\nContent-Length: 2\r\n\r\n[]',
  ],
  [
    'in chunks with extensions and trailers',
    `${OK}Transfer-Encoding: chunked\r\n\r\n1;a=b\r\n[\r\n001\r\n]\r\n0\r\nX-T: 1\r\n\r\n`,
  ],
  ['with lines that end with LF alone', 'HTTP/1.1 200 OK\nContent-Length: 2\n\n[]'],
  ['with bytes after its end', `${OK}Content-Length: 2\r\n\r\n[]surplus`],
])('the engine gets a response %s byte for byte', async (_how, response) => {
  const { bytes, outcome } = await forward(response, { length: response.length })
  expect(bytes).toBe(response)
  expect(outcome).toHaveProperty('response')
})

test.each([
  [
    'endless',
    (socket: Socket) => void sendForever(socket, `${OK}\r\n`, ' '),
    'a response of more than 0.5 MB',
  ],
  [
    'long in its chunk extensions',
    `${OK}Transfer-Encoding: chunked\r\n\r\n${`1;${'a'.repeat(65_536)}\r\n \r\n`.repeat(50)}0\r\n\r\n`,
    'a response of more than 0.5 MB',
  ],
  [
    'huge when decoded',
    (socket: Socket) => {
      const body = gzipSync(Buffer.alloc(2 * 2 ** 20))
      socket.write(`${OK}Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`)
      socket.write(body)
    },
    'a response of more than 0.5 MB when decoded',
  ],
])('an engine gets no response that is %s', async (_how, answer, problem) => {
  const { bytes, outcome } = await forward(answer)
  expect(bytes).toBe('')
  expect(outcome).toEqual({ problem: expect.stringContaining(problem) })
})

test('an engine gets no response that its function `refuse` rejects', async () => {
  const { bytes, outcome } = await forward(`${OK}Content-Length: 2\r\n\r\n[]`, {
    refuse: ({ status }) => `answered ${status}`,
  })
  expect([bytes, outcome]).toEqual(['', { problem: 'answered 200' }])
})

const GOOD = `${OK}Content-Length: 2\r\n\r\n[]`

test("the server gets the probe's secrets, which the engine does not know", async () => {
  const { url, host, received } = await serve(GOOD)
  const { port, admit, targetAt } = start()
  const { headers, query } = admit(engineRequest('good', { query: 'limit=%31&x=?' }), targetAt(url))
  expect(query).toBe('?limit=%31&x=?')
  expect(headers).toEqual({ 'plant-store-request': expect.stringMatching(/^\w{32}$/) })
  const sent = formatRequest({ ...headers, Extra: 'a', Authorization: 'Bearer other' }, '/elsewhere?limit=9')
  expect(await sendRaw(await port, sent)).toBe(GOOD)
  expect(received).toEqual([
    [
      'GET /base/v1/plants?limit=%31&x=? HTTP/1.1',
      `Host: ${host}`,
      'User-Agent: kit/0',
      'Accept: application/json',
      'Accept-Encoding: identity',
      'X-Api-Key: key-4711',
      `Authorization: Bearer ${token}`,
      'X-Answer: good',
      '\r\n',
    ].join('\r\n'),
  ])
})

test('a request without the right key is not forwarded', async () => {
  const { url, received } = await serve(GOOD)
  const { port, admit, targetAt } = start()
  admit(engineRequest('good'), targetAt(url))
  for (const headers of [{}, { 'plant-store-request': '0'.repeat(32) }])
    expect(await sendRaw(await port, formatRequest(headers))).toBe('')
  expect(received).toEqual([])
})

test('after four timeouts, the remaining requests are not sent', async () => {
  const { url, received } = await serve(() => {})
  const { port, admit, targetAt } = start(50)
  const problems: unknown[] = []
  for (let count = 0; count < 6; count++) {
    const { headers, outcome } = admit(engineRequest('good'), targetAt(url))
    await sendRaw(await port, formatRequest(headers))
    problems.push(outcome())
  }
  const late = { problem: 'no response: no data for 50 ms' }
  const unsent = { problem: 'not sent, because other requests timed out' }
  expect(problems).toEqual([late, late, late, late, unsent, unsent])
  expect(received.length).toBe(4)
})

test('a request in progress ends when the client is closed', async () => {
  const { url } = await serve(() => {})
  const { port, admit, targetAt, client } = start(60_000)
  const { headers } = admit(engineRequest('good'), targetAt(url))
  const answer = sendRaw(await port, formatRequest(headers))
  setTimeout(client.close, 100)
  expect(await answer).toBe('')
})
