import { expect, test } from 'vitest'
import { createBytes } from './bytes.ts'
import { Unparsable } from './responseHead.ts'
import { createResponseReader } from './responseReader.ts'

const LIMITS = { head: 4096, body: { limit: 1000 } }

// The servers in contract-tests/implementations/message/framing.ts have many other violations of the framing.
test.for([
  ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]', 'HEAD'],
  ['HTTP/1.1 304 Not Modified\r\n\r\n[]', 'GET'],
] as const)('reports the body of %j, the response to %s', ([text, method]) => {
  const reader = createResponseReader(method, LIMITS)
  reader.push(Buffer.from(text, 'latin1'))
  reader.close()
  expect(reader.result()?.response.anomalies.map(({ code }) => code)).toEqual(['body-forbidden'])
})

test.for([
  ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n', 'the last chunk is missing'],
  ['HTTP/1.1 200 OK\r\n\r\n[]', 'the end of the body is not declared, and the connection stays open'],
] as const)('keeps what was received of a stalled response: %j', ([text, detail]) => {
  const reader = createResponseReader('GET', LIMITS)
  reader.push(Buffer.from(text))
  expect(reader.result()).toBe(undefined)
  expect(reader.partial()).toMatchObject({ status: 200, anomalies: [{ code: 'body-stalled', detail }] })
  expect(reader.partial()?.body.toString()).toBe('[]')
})

test('a body beyond the limit is cut, and its connection is not reused', () => {
  const reader = createResponseReader('GET', LIMITS)
  reader.push(Buffer.from(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(5000)}`))
  expect(reader.result()).toMatchObject({ keepAlive: false, response: { cut: true } })
  expect(reader.result()?.response.body.length).toBe(LIMITS.body.limit)
})

test('gives up on a header section that is too long', () => {
  const reader = createResponseReader('GET', LIMITS)
  reader.push(Buffer.from('HTTP/1.1 200 OK\r\n'))
  expect(() => reader.push(Buffer.from('X: y\r\n'.repeat(2000)))).toThrow(Unparsable)
})

test('gives up on interim responses that together are too long for a head', () => {
  const reader = createResponseReader('GET', LIMITS)
  const early = Buffer.from(`HTTP/1.1 103 Early Hints\r\nLink: ${'x'.repeat(LIMITS.head / 2)}\r\n\r\n`)
  reader.push(early)
  expect(() => reader.push(early)).toThrow(Unparsable)
})

test('chunks are joined without extensions and trailers, and the caller may reuse a pushed buffer immediately', () => {
  const reader = createResponseReader('GET', LIMITS)
  const place = Buffer.alloc(6)
  const chunks = '1;a=b\r\n[\r\n1\r\n]\r\n0\r\nX-Sum: 1\r\n\r\n'
  const text = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`
  for (const piece of text.match(/[\s\S]{1,6}/g) ?? []) reader.push(place.subarray(0, place.write(piece)))
  expect(reader.result()?.response).toMatchObject({ body: Buffer.from('[]'), anomalies: [] })
})

test('a body in very many chunks is cut', () => {
  const reader = createResponseReader('GET', { head: 4096, body: { limit: 1_000_000 } })
  reader.push(
    Buffer.from(
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(200_000)}0\r\n\r\n`,
    ),
  )
  expect(reader.result()?.response).toMatchObject({ cut: true, anomalies: [] })
  expect(reader.result()?.response.body.length).toBe(100_000)
})

test.for([
  [['[1,2', ',3]'], '[1,2,3]', true],
  [['[1,2', ',4]'], '[1,2,4]', true],
  [['[1,2,3]', '!'], '[1,2,3]!', true],
  [['[1]'], '[1]', true],
  [['[2', ',3,4,5,6'], '[2,3,4,5', false],
] as const)(
  '%j is stored once if it is a known body, and cut if it is long and differs',
  ([parts, text, isWhole]) => {
    const like = Buffer.from('[1,2,3]')
    const bytes = createBytes({ limit: 100, like, left: 8 })
    expect(parts.map((part) => bytes.add(Buffer.from(part))).at(-1)).toBe(isWhole)
    expect(bytes.all().toString()).toBe(text)
    expect(bytes.all() === like).toBe(text === '[1,2,3]')
  },
)

test.each(['Set-Cookie: a=1;\r\n s3ss10n', 'Set-Cookie : s3ss10n', 'X: 1\rSet-Cookie: s3ss10n'])(
  'no message about the header lines %j repeats the cookie',
  (lines) => {
    const reader = createResponseReader('GET', LIMITS)
    reader.push(Buffer.from(`HTTP/1.1 200 OK\r\n${lines}\r\nContent-Length: 0\r\n\r\n`))
    const { anomalies = [] } = reader.result()?.response ?? {}
    expect(anomalies.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/header line.* near a cookie$/),
    ])
  },
)
