import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { alice, converse, open, startTestMock } from '../startMock.testing.ts'

test('reads the body of a request and keeps the connection', async () => {
  const mock = await startTestMock()
  const answer = await converse(
    mock,
    'POST /plants HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello' +
      'GET /plants?limit=0 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-bob\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1.1 405 .*HTTP\/1.1 200 OK.*\r\n\r\n\[\]$/s)
  const large = await fetch(`${mock.url}/plants`, { method: 'POST', body: 'x'.repeat(4_000_000) })
  expect(large.status).toBe(405)
})

test.each([
  ['GET /plants HTTP/1.1\r\nHost:\r\n\r\n', 401],
  ['PUT /__admin/settings HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0x1\r\n', 400],
  ['GET /plants HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n', 400],
  ['GET /pl\xe9nts HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['GET /plants HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
  [
    'GET /plants HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-bob\r\nAuthorization: Bearer x\r\n\r\n',
    401,
  ],
  ['FOO /plants HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  [`GET /plants HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(65536)}\r\n\r\n`, 431],
  ['GET http://a/plants HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token-bob\r\n\r\n', 200],
  ['GET /plants HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nAuthorization: Bearer token-bob\r\n\r\n', 200],
  ['GET /plants HTTP/1.0\r\nAuthorization: Bearer token-bob\r\n\r\n', 200],
])('the bytes %j get a %i, and the next client gets its plants', async (bytes, status) => {
  const mock = await startTestMock()
  const answer = await converse(mock, bytes)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
  if (status !== 200) expect(body).toEqual({ error: status, message: expect.any(String) })
  expect((await fetch(`${mock.url}/plants`, { headers: alice })).status).toBe(200)
})

test('clients that disconnect in the middle of a request do no harm', async () => {
  const mock = await startTestMock()
  for (let index = 0; index < 20; index++) {
    const socket = await open(mock, 'GET /plants HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx')
    socket.resetAndDestroy()
  }
  expect((await fetch(`${mock.url}/plants`, { headers: alice })).status).toBe(200)
})

test('further requests on a connection that a fault ended do no harm', async () => {
  const mock = await startTestMock()
  const broken =
    'GET /plants?__user=bob&__fault=EMPTY_RESPONSE HTTP/1.1\r\nHost: a\r\n\r\nGET /plants HTTP/1.1\r\nHost: a\r\n\r\n'
  const one = await open(mock, broken)
  await new Promise((resolve) => setTimeout(resolve, 50))
  one.resetAndDestroy()
  const other = connect({ port: mock.port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
  onTestFinished(() => void other.destroy())
  other.write(broken)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect((await fetch(`${mock.url}/plants`, { headers: alice })).status).toBe(200)
  const began = performance.now()
  await mock.close()
  expect(performance.now() - began).toBeLessThan(1000)
})
