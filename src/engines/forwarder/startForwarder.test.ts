import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import type { Response } from '../../judge/exchange.ts'
import type { Target } from '../../record/engine.ts'
import { createTestClient, engineRequest, token } from '../smallServer.testing.ts'
import { startForwarder } from './startForwarder.ts'

const JSON_HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'

/** Starts a target that answers each request with this. Returns its address and what it received. */
async function serve(answer: string | Buffer | ((socket: Socket) => void)) {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.setEncoding('latin1').on('data', (text) => {
      received.push(String(text))
      if (typeof answer === 'function') answer(socket)
      else socket.write(answer, 'latin1')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/base/v1/plants`, host: `127.0.0.1:${port}`, received }
}

function createForwarder(timeout = 500) {
  const forwarder = startForwarder()
  const client = createTestClient(timeout)
  onTestFinished(() => {
    forwarder.close()
    client.close()
  })
  const targetAt = (url: string): Target => ({
    url,
    fields: [['X-Api-Key', 'key-4711']],
    userAgent: 'kit/0',
    forward: client.forward,
  })
  return { ...forwarder, client, targetAt }
}

/** Sends what an engine would send. Resolves to the bytes of the response when it is complete or the connection ends. */
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

function formatRequest(fields: readonly (readonly [string, string])[], target = '/plants'): string {
  return `GET ${target} HTTP/1.1\r\n${fields.map((field) => field.join(': ')).join('\r\n')}\r\n\r\n`
}

/** Sends one request through a forwarder. */
async function forward(
  answer: Parameters<typeof serve>[0],
  { length, refuse }: { length?: number; refuse?: (response: Response) => string | undefined } = {},
) {
  const { url } = await serve(answer)
  const { port, admit, targetAt } = createForwarder()
  const { fields, takeOutcome } = admit(engineRequest('good'), targetAt(url), refuse)
  const bytes = await sendRaw(await port, formatRequest(fields), length)
  return { bytes, outcome: takeOutcome() }
}

test.each([
  [
    'with odd spelling',
    'HTTP/1.1 200 fine \r\ncontent-TYPE:application/json\r\nX-A:  b \r\nX-A: c\r\nContent-Length: 2\r\n\r\n[]',
  ],
  [
    'in chunks with extensions and trailers',
    `${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n1;a=b\r\n[\r\n001\r\n]\r\n0\r\nX-T: 1\r\n\r\n`,
  ],
  [
    'after interim responses',
    `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${JSON_HEAD}Content-Length: 2\r\n\r\n[]`,
  ],
  ['with lines that end with LF alone', 'HTTP/1.1 200 OK\nContent-Length: 2\n\n[]'],
  ['with bytes after its end', `${JSON_HEAD}Content-Length: 2\r\n\r\n[]surplus`],
  [
    'that is a redirect',
    'HTTP/1.1 307 Go\r\nLocation: http://other.example/plants\r\nContent-Length: 0\r\n\r\n',
  ],
  ['in another encoding', `${JSON_HEAD}Content-Length: 4\r\n\r\n["\xff"`],
])('a response %s is passed on byte for byte', async (_how, response) => {
  const { bytes, outcome } = await forward(response, { length: response.length })
  expect(bytes).toBe(response)
  expect(outcome).toHaveProperty('response')
})

test('a response that the server cuts off is passed on, and the connection is closed', async () => {
  const cut = `${JSON_HEAD}Content-Length: 9\r\n\r\n[]`
  const { bytes, outcome } = await forward((socket) => socket.end(cut))
  expect(bytes).toBe(cut)
  expect(outcome).toMatchObject({ response: { anomalies: [{ code: 'body-short' }] } })
})

/** Sends without an end. */
function flood(head: string, piece: string): (socket: Socket) => void {
  return (socket) => {
    socket.write(head)
    const send = (): void => {
      while (!socket.destroyed && socket.write(piece)) {}
    }
    socket.on('drain', send)
    send()
  }
}

test.each([
  ['endless', flood(`${JSON_HEAD}\r\n`, ' '.repeat(65_536)), 'a response of more than 1 MB'],
  [
    'long in its chunk extensions',
    `${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n${`1;${'a'.repeat(65_536)}\r\n \r\n`.repeat(50)}0\r\n\r\n`,
    'a response of more than 1 MB',
  ],
  [
    'huge when decoded',
    (socket: Socket) => {
      const body = gzipSync(Buffer.alloc(2 * 2 ** 20))
      socket.write(`${JSON_HEAD}Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`)
      socket.write(body)
    },
    'a response of more than 1 MB when decoded',
  ],
  [
    'a list of very many values',
    `${JSON_HEAD}Content-Length: 200001\r\n\r\n[${'1,'.repeat(100_000)}`,
    'a response with more than 100,000 values',
  ],
  [
    'endless in its head',
    flood('HTTP/1.1 200 OK\r\n', `X-A: ${'a'.repeat(1_000)}\r\n`),
    'a header section of more than 262144 bytes',
  ],
  [
    'slow',
    (socket: Socket) => {
      socket.write(`${JSON_HEAD}\r\n`)
      const timer = setInterval(() => socket.write(' '), 50)
      socket.on('close', () => clearInterval(timer))
    },
    'not finished after 1500 ms in total',
  ],
  ['not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'SSH-2.0'],
])('an engine gets no response that is %s', async (_how, answer, problem) => {
  const { bytes, outcome } = await forward(answer)
  expect(bytes).toBe('')
  expect(outcome).toEqual({ problem: expect.stringContaining(problem) })
})

test('an engine gets no response that it could not judge', async () => {
  const { bytes, outcome } = await forward(`${JSON_HEAD}Content-Length: 2\r\n\r\n[]`, {
    refuse: ({ status }) => `answered ${status}`,
  })
  expect([bytes, outcome]).toEqual(['', { problem: 'answered 200' }])
})

const GOOD = `${JSON_HEAD}Content-Length: 2\r\n\r\n[]`

test('the server gets the request as the engine sent it, with its own address and the secrets', async () => {
  const { url, host, received } = await serve(GOOD)
  const { port, admit, targetAt } = createForwarder()
  const { fields, query } = admit(engineRequest('good', { query: 'limit=1&x=?' }), targetAt(url))
  expect(query).toBe('limit=1&x=?')
  expect(JSON.stringify(fields)).not.toMatch(new RegExp(`${token}|key-4711`))
  const [key, ...others] = fields.toReversed()
  expect(key?.[0]).toBe('Plant-Store-Forward')
  const sent = [
    ...others.map(([name, value]) => [name.toLowerCase(), value] as const),
    ['Extra', ' a  b '],
    key ?? ['', ''],
  ] as const
  await sendRaw(await port, formatRequest(sent, '/plants?limit=%31&x=?'), GOOD.length)
  expect(received).toEqual([
    [
      'GET /base/v1/plants?limit=%31&x=? HTTP/1.1',
      'x-answer: good',
      `authorization: Bearer ${token}`,
      'x-api-key: key-4711',
      'accept-encoding: identity',
      'accept: application/json',
      'user-agent: kit/0',
      `host: ${host}`,
      'Extra: a  b',
      '\r\n',
    ].join('\r\n'),
  ])
})

test('a request without a key is not sent', async () => {
  const { url, received } = await serve(GOOD)
  const { port, admit, targetAt } = createForwarder()
  const { fields } = admit(engineRequest('good'), targetAt(url))
  const strange = [
    fields.slice(0, -1),
    [...fields.slice(0, -1), ['Plant-Store-Forward', '0'.repeat(32)]],
    [...fields, ['Content-Length', '5']],
  ] as const
  for (const each of strange) expect(await sendRaw(await port, formatRequest(each))).toBe('')
  expect(await sendRaw(await port, 'x'.repeat(300_000))).toBe('')
  expect(received).toEqual([])
})

test('one forwarder serves several targets, and several requests on one connection', async () => {
  const servers = [await serve(GOOD), await serve(GOOD)]
  const { port, admit, targetAt } = createForwarder()
  const socket = connect(await port, '127.0.0.1').setEncoding('latin1')
  onTestFinished(() => void socket.destroy())
  for (const { url } of [...servers, ...servers]) {
    socket.write(formatRequest(admit(engineRequest('good'), targetAt(url)).fields))
    expect(await once(socket, 'data')).toEqual([GOOD])
  }
  expect(servers.map(({ received }) => received.length)).toEqual([2, 2])
})

test('after four requests that time out, the others are not sent', async () => {
  const { url, received } = await serve(() => {})
  const { port, admit, targetAt } = createForwarder(50)
  const problems: unknown[] = []
  for (let count = 0; count < 6; count++) {
    const { fields, takeOutcome } = admit(engineRequest('good'), targetAt(url))
    await sendRaw(await port, formatRequest(fields))
    problems.push(takeOutcome())
  }
  const late = { problem: 'no response: no data for 50 ms' }
  const unsent = { problem: 'not sent, because other requests timed out' }
  expect(problems).toEqual([late, late, late, late, unsent, unsent])
  expect(received.length).toBe(4)
})

test('a request under way ends when the run is stopped', async () => {
  const { url } = await serve(() => {})
  const { port, admit, targetAt, client } = createForwarder(60_000)
  const { fields } = admit(engineRequest('good'), targetAt(url))
  const answer = sendRaw(await port, formatRequest(fields))
  setTimeout(client.close, 100)
  expect(await answer).toBe('')
})
